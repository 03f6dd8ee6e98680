import { looseObject, parsedJson } from "../../../packages/genai-wire/src/loose-json.ts";
import { readServerSentEvents } from "../../platform/http/sse.ts";
import { scanMembers } from "../../platform/json/json-scan.ts";
import type { Api } from "../endpoints.ts";
import { withoutHeaders } from "../relay/headers.ts";
import type { Rewriting } from "../rewriting.ts";

const member = Buffer.from('"stream_options":{"include_usage":true},');

/**
 * Inserts `stream_options.include_usage` (OpenAI, chat completions) before the first member of a stream's request;
 * every other byte stays unchanged. Returns undefined when it isn't a stream or the client sets the option itself.
 */
export function withUsageRequested(body: Buffer, api: Api): Buffer | undefined {
  if (api !== "chat" && api !== "completions") return undefined;
  const found = scanMembers(body, ["stream", "stream_options"]);
  const stream = found.get("stream");
  if (!stream || found.has("stream_options")) return undefined;
  if (body.toString("latin1", stream.start, stream.end) !== "true") return undefined;
  const first = body.indexOf(0x7b) + 1;
  return Buffer.concat([body.subarray(0, first), member, body.subarray(first)]);
}

/** A response from which an event is removed must not be compressed. */
export const uncompressed = (forwarded: readonly string[]) => [
  ...withoutHeaders(forwarded, ["accept-encoding"]),
  "accept-encoding",
  "identity",
];

/** Removes the event that the client did not request; it is still recorded. */
export const withoutUsage: Rewriting = {
  headers: [],
  begin({ contentType, encoding }) {
    if (contentType?.startsWith("text/event-stream") !== true || encoding !== undefined) return undefined;
    const filter = createUsageFilter();
    const nothing = Buffer.alloc(0);
    return {
      kind: "pieces",
      add: (chunk) => ({ shown: filter.add(chunk), recorded: chunk }),
      end: () => ({ shown: filter.rest(), recorded: nothing }),
      buffered: () => filter.rest(),
    };
  },
};

/** The usage event is far smaller: a longer event is passed on while it arrives. */
const maxBufferedBytes = 65_536;

/**
 * Removes the event that contains only usage from a stream; all other bytes pass, each event as soon as it is
 * complete. `add` returns what to send now, `rest` what is still buffered at the end.
 */
export function createUsageFilter() {
  let buffered: Buffer = Buffer.alloc(0);
  /** Whether the beginning of the current event was already sent. */
  let passing = false;
  return { add, rest };

  function add(chunk: Buffer): Buffer {
    const bytes = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    const passed: Buffer[] = [];
    let start = 0;
    for (const { index, 0: separator } of bytes.toString("latin1").matchAll(/\n\n|\n\r\n|\r\r/g)) {
      const event = bytes.subarray(start, index + separator.length);
      if (passing || !isUsage(event)) passed.push(event);
      passing = false;
      start = index + separator.length;
    }
    buffered = bytes.subarray(start);
    passing ||= buffered.length > maxBufferedBytes;
    if (passing && buffered.length > 3) {
      // Of a long event, only a possible partial separator stays buffered.
      passed.push(buffered.subarray(0, -3));
      buffered = buffered.subarray(-3);
    }
    return passed.length === 1 ? passed[0]! : Buffer.concat(passed);
  }

  function rest(): Buffer {
    const last = buffered;
    buffered = Buffer.alloc(0);
    return !passing && isUsage(last) ? Buffer.alloc(0) : last;
  }
}

function isUsage(event: Buffer): boolean {
  if (!event.includes('"usage"')) return false;
  const [only, ...others] = readServerSentEvents(event.toString("utf8"));
  const chunk = only && others.length === 0 ? looseObject(parsedJson(only.data)) : undefined;
  const choices = chunk?.["choices"];
  return looseObject(chunk?.["usage"]) !== undefined && Array.isArray(choices) && choices.length === 0;
}
