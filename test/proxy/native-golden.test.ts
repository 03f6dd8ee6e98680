import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ChatRequest } from "../../packages/genai-wire/src/chat/request.ts";
import { translators } from "../../packages/genai-wire/src/providers/index.ts";
import { dialects } from "../../src/providers/upstream.ts";
import { nativeRewriting } from "../../src/proxy/native/rewrite.ts";
import { nativeStream } from "../support/providers/native-providers.ts";
import { wire } from "../support/providers/wire.ts";

const recorded = {
  anthropic: ["messages-tool-roundtrip", "messages-stream-thinking", "messages-error-529", "text/event-stream"],
  gemini: ["gemini-tool", "gemini-stream", "gemini-error-429", "text/event-stream"],
  bedrock: ["bedrock-tool", "bedrock-stream", "bedrock-error-400", "application/vnd.amazon.eventstream"],
} as const;

const naming = { callId: "0af7651916cd43dd8448eb211c80319c", model: "asked-model", created: 1_790_000_000 };
const requests = readFileSync(new URL("../fixtures/native/request.json", import.meta.url), "utf8");

/**
 * A difference from these files changes what clients or providers receive: review it, then run `npx vitest run -u
 * <this file>`.
 */
test.each(dialects)("%s: request, response, stream and error match the files word for word", async (dialect) => {
  const [response, streamed, failed, streamType] = recorded[dialect];
  const translator = translators.find((each) => each.dialect === dialect)!;
  const rewrite = (streams: boolean, status: number, contentType: string) =>
    nativeRewriting(translator, { dropped: [], streams, includeUsage: true, naming }).begin({
      status,
      contentType,
      encoding: undefined,
      header: () => undefined,
    })!;
  const whole = (name: string, status: number): unknown => {
    const rewriter = rewrite(false, status, "application/json");
    if (rewriter.kind !== "whole") throw new Error("it does not come in pieces");
    const answer = rewriter.rewrite(Buffer.from(JSON.stringify(wire(name)[0]!.rawResponse)));
    return Buffer.isBuffer(answer) ? JSON.parse(answer.toString()) : answer;
  };
  const pieces = rewrite(true, 200, streamType);
  if (pieces.kind !== "pieces") throw new Error("a stream comes in pieces");
  const started = pieces.add(nativeStream(dialect, wire(streamed)[0]!)).shown.toString();
  const stream = `${started}${pieces.end()?.shown.toString() ?? ""}`;
  const golden = {
    request: translator.request(ChatRequest.parse(JSON.parse(requests))),
    answer: whole(response, 200),
    error: whole(failed, wire(failed)[0]!.httpStatus),
    stream: stream.split("\n\n"),
  };
  await expect(`${JSON.stringify(golden, null, 2)}\n`).toMatchFileSnapshot(`../../fixtures/native/${dialect}.json`);
});
