import { globalProject } from "../../../src/platform/ids.ts";
import type { FinishedCall } from "../../../src/proxy/call.ts";
import { type Exchange, streamed } from "../providers/wire.ts";

const apis = {
  "openai.chat": "chat",
  "openai.responses": "responses",
  "openai.embeddings": "embeddings",
  "anthropic.messages": "messages",
} as const;

/** Returns the call that the proxy would record for this exchange. */
export function finishedCallOf(exchange: Exchange, more: Partial<FinishedCall> = {}): FinishedCall {
  const streams = exchange.streaming && exchange.httpStatus === 200;
  const answer = streams ? streamed(exchange) : JSON.stringify(exchange.rawResponse);
  return {
    projectId: globalProject,
    api: apis[exchange.flavor as keyof typeof apis],
    providerName: exchange.flavor.startsWith("openai") ? "openai" : "anthropic",
    server: { address: "api.example.com", port: 443 },
    traceId: "0af7651916cd43dd8448eb211c80319c",
    spanId: "b7ad6b7169203331",
    startedAt: 1_790_000_000_000.25,
    firstByteAt: 1_790_000_000_250.25,
    endedAt: 1_790_000_001_000.25,
    request: { chunks: [Buffer.from(JSON.stringify(exchange.rawRequest))], lost: 0 },
    response: { chunks: [Buffer.from(answer)], lost: 0 },
    responseType: streams ? "text/event-stream; charset=utf-8" : "application/json",
    status: exchange.httpStatus,
    outcome: { kind: "answered" },
    secrets: [],
    ...more,
  };
}
