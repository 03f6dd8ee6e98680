/**
 * A client that costs little itself: one encoded request of 100 spans, in which only the ids are rewritten.
 * argv: url, token, requests, connections, requests per second (0: as fast as the service responds). Prints
 * one line of JSON.
 */
import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent } from "undici";
import { encodeTraces } from "../src/otlp/encode.ts";
import { chatSpan } from "../test/lab/spans.ts";

const [url = "", token = "", requests = "100", connections = "8", rate = "0"] = process.argv.slice(2);
const spansPerRequest = 100;
const run = randomBytes(3).readUIntBE(0, 3);
const spans = Array.from({ length: spansPerRequest }, (_, number) => chatSpan({ run, number, startMs: Date.now() }));
const template = encodeTraces(spans);
const spanIds = spans.map(({ traceId, spanId }) => ({
  trace: template.indexOf(Buffer.from(traceId, "hex")),
  span: template.indexOf(Buffer.from(spanId, "hex")),
}));
const agent = new Agent({ connections: Number(connections), pipelining: 1 });
const latencies: number[] = [];
let refused = 0;
let sent = 0;
const startedAt = performance.now();

await Promise.all(Array.from({ length: Number(connections) }, () => sender()));
const seconds = (performance.now() - startedAt) / 1000;
latencies.sort((a, b) => a - b);
const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
console.log(
  JSON.stringify({
    spans: latencies.length * spansPerRequest,
    refused,
    seconds,
    bytesPerSpan: Math.round(template.length / spansPerRequest),
    ackP50Ms: at(0.5),
    ackP99Ms: at(0.99),
  }),
);
await agent.close();

async function sender(): Promise<void> {
  while (sent < Number(requests)) {
    const turn = sent++;
    if (rate !== "0") await sleep(Math.max(0, (turn / Number(rate)) * 1000 - (performance.now() - startedAt)));
    const body = Buffer.from(template);
    for (const { trace, span } of spanIds) {
      randomBytes(16).copy(body, trace);
      randomBytes(8).copy(body, span);
    }
    const from = performance.now();
    const { statusCode, body: answer } = await agent.request({
      origin: url,
      path: "/v1/traces",
      method: "POST",
      headers: { "content-type": "application/x-protobuf", "api-key": token },
      body,
    });
    await answer.dump();
    if (statusCode === 200) latencies.push(performance.now() - from);
    else refused++;
  }
}
