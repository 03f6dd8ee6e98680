import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { credentials, Metadata } from "@grpc/grpc-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { encodeLogs, encodeTraces } from "../../src/otlp/encode.ts";
import type { Span } from "../../src/otlp/span.ts";
import { freePort } from "../../src/platform/http/free-port.ts";
import { chatSpan, withPrompt } from "../lab/spans.ts";
import { logOf } from "../support/data/spans.ts";
import { openFakeProvider } from "../support/providers/fake-provider.ts";
import { send as sendTo } from "../support/providers/proxy.ts";
import { createGrpcSender } from "../support/receivers/otlp-grpc-sender.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { apiOf, eventually } from "../support/service/service-api.ts";
import { storedText } from "../support/service/stored-text.ts";

/** AWS keys, one for each source: their common middle is then searched in every byte. */
const middle = ["Q3CAN", "ARYN2WY"].join("");
const ward = ["WARD-", "CANARY"].join("");
const key = (way: string) => `AKIA${middle}${way.padEnd(4, "Z").slice(0, 4)}`;

const folder = temporaryFolder();
let provider: Awaited<ReturnType<typeof openFakeProvider>>;
let service: Service;
let grpcPort = 0;
beforeAll(async () => {
  grpcPort = await freePort();
  provider = await openFakeProvider();
  service = await startService({
    folder: folder.path,
    env: {
      LOG_LEVEL: "trace",
      GAFFE_GRPC_PORT: `${grpcPort}`,
      GAFFE_REDACT_PATTERNS: JSON.stringify({ ward: "WARD-[A-Z]{6}" }),
    },
  });
});
afterAll(async () => {
  await service.kill("SIGTERM");
  await provider[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const base = Date.now() - 5000;
const call = (number: number, way: string): Span =>
  withPrompt(chatSpan({ run: 9, number, startMs: base + number }), `My key is\n${key(way)} in ${ward}.`);

function post(signal: string, body: Uint8Array | string, headers: Record<string, string> = {}) {
  return fetch(`${service.url}/v1/${signal}`, {
    method: "POST",
    headers: { "content-type": "application/x-protobuf", "api-key": service.token, ...headers },
    body,
  });
}

const jsonTrace = (way: string) =>
  JSON.stringify({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                traceId: "5b8efff798038103d269b633813fc60c",
                spanId: "eee19b7ec3c1b174",
                name: `chat ${key(way)}`,
                kind: 3,
                startTimeUnixNano: `${base}000000`,
                endTimeUnixNano: `${base + 5}000000`,
                attributes: [
                  { key: "gen_ai.operation.name", value: { stringValue: "chat" } },
                  { key: "gen_ai.request.model", value: { stringValue: "gpt-4o" } },
                  {
                    key: "gen_ai.input.messages",
                    value: {
                      stringValue: JSON.stringify([
                        { role: "user", parts: [{ type: "text", content: `k\n${key(way)}` }] },
                      ]),
                    },
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  });

test("an incoming secret is in no byte on disk and in no printed line, whatever the source", async () => {
  const api = apiOf(service);
  const accepted = async (answer: Promise<Response>) => expect((await answer).status).toBe(200);
  await accepted(post("traces", encodeTraces([call(1, "HTTP")])));
  await accepted(post("traces", gzipSync(encodeTraces([call(2, "GZIP")])), { "content-encoding": "gzip" }));
  const large = Array.from({ length: 60 }, (_, index) => call(100 + index, "BIGS"));
  await accepted(post("traces", encodeTraces(large)));
  await accepted(post("traces", jsonTrace("JSON"), { "content-type": "application/json" }));
  const log = logOf({
    body: `a log of ${key("LOGS")}`,
    attributes: { "http.request.header.authorization": key("HEAD") },
  });
  await accepted(post("logs", encodeLogs([log])));
  const grpc = createGrpcSender(grpcPort, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set("api-key", service.token);
  await grpc.send("traces", encodeTraces([call(3, "GRPC")]), { metadata });
  grpc.close();
  await api.post("/datapoints", {
    operation: "chat",
    requestModel: "gpt-4o",
    durationMs: 5,
    input: `api ${key("APIS")}`,
    output: "fine",
    metadata: { note: key("META") },
  });
  await api.post("/upstreams", { id: "house", baseUrl: provider.url });
  const reply = {
    choices: [{ message: { role: "assistant", content: `it was ${key("REPL")}` }, finish_reason: "stop" }],
  };
  provider.answerWith((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply)),
  );
  const proxied = await sendTo(service.port, {
    path: "/v1/chat/completions",
    headers: { "api-key": service.token, "content-type": "application/json", authorization: "Bearer sk-upstream-key" },
    body: JSON.stringify({ model: "house/m", messages: [{ role: "user", content: `proxy ${key("PROX")}` }] }),
  });
  expect(proxied.body.toString()).toContain(key("REPL"));

  const Listed = z.object({ items: z.array(z.looseObject({ id: z.string() })) });
  const { items } = await eventually(
    async () => Listed.parse(await api.get("/datapoints?limit=200")),
    (seen) => seen.items.length === 66,
  );
  expect(items).toHaveLength(66);
  const Issues = z.object({ items: z.array(z.looseObject({ check: z.string().optional(), occurrences: z.number() })) });
  // Every call with the key belongs to this issue, which is updated some time after the first.
  const withKey = await eventually(
    async () => Issues.parse(await api.get("/issues")).items.find(({ check }) => check === "secret_cloud_credentials"),
    (issue) => (issue?.occurrences ?? 0) > 60,
  );
  expect(withKey?.occurrences).toBeGreaterThan(60);

  await service.kill("SIGTERM");
  const files = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const written = files.map((each) => readFileSync(join(each.parentPath, each.name)).toString("latin1")).join("");
  const rows = await storedText(folder.path);
  expect(rows).toContain("[redacted:aws_access_key]");
  expect(rows).toContain("[redacted:ward]");
  for (const text of [written, rows, service.output()]) expect(text).not.toMatch(/CANARY/i);
});
