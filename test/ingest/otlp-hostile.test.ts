import { connect } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { gzipSync } from "node:zlib";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { captures, field, goodSpan, mutate, randomOf } from "../support/data/otlp-bodies.ts";
import { createGrpcSender } from "../support/receivers/otlp-grpc-sender.ts";
import { startReceiver } from "../support/receivers/otlp-receiver.ts";

const seed = 20_261_121;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver({ inFlightBytes: 96 * 1024 * 1024 });
});
afterAll(() => receiver[Symbol.asyncDispose]());

const send = (bytes: Uint8Array<ArrayBuffer>, path: string, headers: Record<string, string>) =>
  fetch(receiver.url + path, { method: "POST", headers, body: bytes });
const protobuf = { "content-type": "application/x-protobuf" };

test.each(["protobuf", "json"] as const)(
  "10,000 damaged %s bodies over HTTP are all answered",
  { timeout: 900_000 },
  async (format) => {
    const bodies = captures.filter(({ body }) => body.format === format && body.compression === "identity");
    const random = randomOf(seed);
    const statuses = new Set<number>();
    const slowestMs = await tenThousand(async (round) => {
      const { body } = bodies[round % bodies.length] as (typeof bodies)[number];
      const contentType = format === "json" ? "application/json" : "application/x-protobuf";
      const response = await send(mutate(body.bytes, random), `/v1/${body.signal}`, { "content-type": contentType });
      await response.arrayBuffer();
      statuses.add(response.status);
    });
    console.log(`damaged ${format} over HTTP: seed ${seed}, slowest ${slowestMs} ms, RSS ${rssMb()} MB`);
    expect([...statuses].filter((status) => ![200, 400, 413, 415].includes(status))).toEqual([]);
  },
);

test("10,000 damaged messages over gRPC are all answered", { timeout: 900_000 }, async () => {
  const sender = createGrpcSender(receiver.grpcPort, credentials.createInsecure());
  const bodies = captures.filter(({ body }) => body.format === "protobuf" && body.compression === "identity");
  const random = randomOf(seed);
  const codes = new Set<number>();
  const slowestMs = await tenThousand(async (round) => {
    const { body } = bodies[round % bodies.length] as (typeof bodies)[number];
    await sender.send(body.signal, mutate(body.bytes, random)).then(
      () => codes.add(0),
      (failure: ServiceError) => codes.add(failure.code),
    );
  });
  sender.close();
  console.log(`damaged messages over gRPC: seed ${seed}, slowest ${slowestMs} ms, RSS ${rssMb()} MB`);
  expect([...codes].filter((code) => ![0, 3].includes(code))).toEqual([]);
});

test("fifty concurrent gzip bombs are refused and the receiver keeps working", async () => {
  const bomb = new Uint8Array(gzipSync(Buffer.alloc(200 * 1024 * 1024)));
  const headers = { ...protobuf, "content-encoding": "gzip" };
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(bomb, "/v1/traces", headers)));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([413]));
  expect((await send(new Uint8Array(0), "/v1/traces", protobuf)).status).toBe(200);
});

test("a bomb inside a gRPC frame is RESOURCE_EXHAUSTED, without leave to retry", async () => {
  const sender = createGrpcSender(receiver.grpcPort, credentials.createInsecure());
  const failure = await sender.send("traces", Buffer.alloc(70 * 1024 * 1024), { gzip: true }).then(
    () => undefined,
    (thrown: ServiceError) => thrown,
  );
  sender.close();
  expect(failure?.code).toBe(8);
  expect(failure?.metadata.get("grpc-status-details-bin")).toEqual([]);
});

test("bodies of 4 MB leave the event loop free", async () => {
  const spans = Array.from({ length: 1300 }, (_, ordinal) =>
    goodSpan(ordinal + 1, { attributes: new Map([["input", "x".repeat(3000)]]) }),
  );
  const honest = new Uint8Array(encodeTraces(spans));
  const empties = new Uint8Array(field(1, field(2, Buffer.alloc(4_000_000).fill(Buffer.from([0x12, 0x00])))));
  await send(honest, "/v1/traces", protobuf);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  expect((await send(honest, "/v1/traces", protobuf)).status).toBe(200);
  expect((await send(empties, "/v1/traces", protobuf)).status).toBe(413);
  delay.disable();
  console.log(`event loop held at most ${(delay.max / 1e6).toFixed(1)} ms by bodies of 4 MB`);
});

test("a body announced too large is refused before it is read", async () => {
  const response = await send(new Uint8Array(65 * 1024 * 1024), "/v1/traces", protobuf);
  expect(response.status).toBe(413);
});

test("a body that comes too slowly is ended with 408", async () => {
  await using impatient = await startReceiver({ bodyTimeoutMs: 300 });
  const { port } = new URL(impatient.url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.write("POST /v1/traces HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{");
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 408 /);
});

test("without room a body is refused before it is read, and room comes back", async () => {
  const reservation = receiver.inFlight.enter(96 * 1024 * 1024);
  const refused = await send(new Uint8Array(10), "/v1/traces", protobuf);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  reservation?.leave();
  expect((await send(new Uint8Array(0), "/v1/traces", protobuf)).status).toBe(200);
  expect(receiver.inFlight.bytes).toBe(0);
});

/** Runs ten thousand rounds, sixteen at a time; returns the slowest in milliseconds. */
async function tenThousand(once: (round: number) => Promise<void>): Promise<number> {
  let next = 0;
  let slowestMs = 0;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (next < 10_000) {
        const startedAt = performance.now();
        await once(next++);
        slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      }
    }),
  );
  return Math.round(slowestMs);
}

const rssMb = () => Math.round(process.memoryUsage.rss() / 1e6);
