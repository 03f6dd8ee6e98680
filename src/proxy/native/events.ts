import { looseObject, parsedJson } from "../../../packages/genai-wire/src/loose-json.ts";
import type { NativeEvent, Translator } from "../../../packages/genai-wire/src/ports/translator.ts";
import { Failure } from "../../platform/failure.ts";
import { createAwsMessageReader } from "../../platform/http/aws-event-stream.ts";
import { createEventReader } from "../../platform/http/sse-reader.ts";
import { unreachable } from "../../platform/http/unreachable.ts";

/** Reads a provider's events from bytes. Throws when the framing is broken or an event isn't a JSON object. */
export function createNativeReader(framing: Translator["framing"]): (bytes: Buffer) => NativeEvent[] {
  switch (framing) {
    case "server-sent-events": {
      const read = createEventReader();
      return (bytes) =>
        read(bytes).map(({ event, data }) => ({ ...(event === undefined ? {} : { type: event }), data: json(data) }));
    }
    case "aws-event-stream": {
      const read = createAwsMessageReader();
      return (bytes) =>
        read(bytes).map(({ headers, payload }) => ({ type: typeOf(headers), data: json(payload.toString("utf8")) }));
    }
    default:
      return unreachable(framing);
  }
}

function json(text: string) {
  const data = looseObject(parsedJson(text));
  if (data) return data;
  throw new Failure("dependency", "an event holds no JSON object");
}

const typeOf = (headers: ReadonlyMap<string, string>) =>
  headers.get(":event-type") ?? headers.get(":exception-type") ?? headers.get(":error-code") ?? "";
