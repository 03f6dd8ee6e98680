import { openFakeProvider, writeInPieces } from "../../../support/providers/fake-provider.ts";
import { nativeStream } from "../../../support/providers/native-providers.ts";
import { type Exchange, streamed } from "../../../support/providers/wire.ts";

/** How a stream ends: complete, abandoned by the reader, or with a broken connection. */
export type Ending = "whole" | "left" | "dropped";

/** A call of an application: the operation, its input, and the provider's responses. */
export interface Scene {
  readonly act: string;
  readonly body: unknown;
  /** In order: one operation may make several calls. */
  readonly answers: readonly Exchange[];
  readonly ending?: Ending;
  /** A value that the SDK exposes to nobody, including this instrumentation. */
  readonly untold?: "responseModel";
}

/** A request that was answered. */
export interface Served {
  readonly act: string;
  readonly exchange: Exchange;
  readonly path: string;
  readonly body: unknown;
  readonly ending: Ending;
  readonly untold?: Scene["untold"];
}

/** Plays the scenes in order, with each provider's responses; a request to an unexpected API gets 599. */
export async function openStage(scenes: readonly Scene[]) {
  const provider = await openFakeProvider();
  const left = scenes.flatMap(({ act, answers, ending = "whole", untold }) =>
    answers.map((exchange) => ({ act, exchange, ending, untold })),
  );
  const served: Served[] = [];
  const refused: string[] = [];
  provider.answerWith(({ method, url, body }, response) => {
    const next = left[0];
    const parsed = jsonOf(body.toString());
    if (method !== "POST" || !next || !isOf(next.exchange.flavor, url) || parsed === undefined) {
      refused.push(`${method} ${url}, expected ${next?.exchange.flavor ?? "nothing"}`);
      response.writeHead(599).end("{}");
      return;
    }
    left.shift();
    const { exchange, ending } = next;
    served.push({ ...next, path: url, body: parsed });
    const streams = exchange.httpStatus === 200 && (/stream/i.test(url) || parsed["stream"] === true);
    response.writeHead(exchange.httpStatus, {
      "content-type": streams ? streamType(exchange.flavor) : "application/json",
      ...(exchange.flavor === "bedrock.converse" && exchange.httpStatus >= 400
        ? { "x-amzn-errortype": "ValidationException:http://internal" }
        : {}),
    });
    if (!streams) response.end(JSON.stringify(exchange.rawResponse));
    else if (ending === "whole")
      void writeInPieces(response, streamOf({ ...exchange, rawRequest: parsed }), pieceSizes);
    else {
      response.write(beginningOf(exchange, parsed));
      if (ending === "dropped") setImmediate(() => response.socket?.resetAndDestroy());
    }
  });
  return { ...provider, served, refused, left };
}

/** Bytes per packet: events span several packets, and some are split. */
const pieceSizes = Array.from({ length: 30 }, (_, index) => 100 + 37 * (index % 7));

const paths: Readonly<Record<string, RegExp>> = {
  "openai.chat": /^\/v1\/chat\/completions$/,
  "openai.responses": /^\/v1\/responses$/,
  "openai.embeddings": /^\/v1\/embeddings$/,
  "anthropic.messages": /^\/v1\/messages(\?beta=true)?$/,
  gemini: /^\/v1beta\/models\/[\w.-]+:(generateContent|streamGenerateContent\?alt=sse)$/,
  "gemini.embeddings": /^\/v1beta\/models\/[\w.-]+:batchEmbedContents$/,
  "bedrock.converse": /^\/model\/[\w.%-]+\/converse(-stream)?$/,
};

const isOf = (flavor: string, url: string): boolean => paths[flavor]?.test(url) ?? false;

const streamType = (flavor: string) =>
  flavor === "bedrock.converse" ? "application/vnd.amazon.eventstream" : "text/event-stream; charset=utf-8";

function streamOf(exchange: Exchange): Buffer {
  if (exchange.flavor === "gemini") return nativeStream("gemini", exchange);
  return exchange.flavor === "bedrock.converse" ? nativeStream("bedrock", exchange) : Buffer.from(streamed(exchange));
}

/** Returns everything up to and including the first piece of text. */
function beginningOf(exchange: Exchange, body: Exchange["rawRequest"]): string {
  const events = streamOf({ ...exchange, rawRequest: body })
    .toString()
    .split(/\r?\n\r?\n/);
  const first = events.findIndex((event) => /"content":"[^"]+"|"delta":"|text_delta|"parts":\[\{"text"/.test(event));
  if (first < 0) throw new Error(`no text in a stream of ${exchange.flavor}`);
  return `${events.slice(0, first + 1).join("\n\n")}\n\n`;
}

function jsonOf(text: string): Exchange["rawRequest"] | undefined {
  try {
    return JSON.parse(text) as Exchange["rawRequest"];
  } catch {
    return undefined;
  }
}
