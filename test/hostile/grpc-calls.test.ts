import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { credentials } from "@grpc/grpc-js";
import { expect, test } from "vitest";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { goodSpan } from "../support/data/otlp-bodies.ts";
import { createGrpcSender } from "../support/receivers/otlp-grpc-sender.ts";
import { goodToken, startReceiver } from "../support/receivers/otlp-receiver.ts";
import { beginCall, framed, openGrpc, statusOf } from "./support/grpc-stream.ts";

const good = { "api-key": goodToken };
const wrong = { "api-key": "gaffe_wrong" };

test("a call with a wrong token is refused although its message never comes", async () => {
  await using receiver = await startReceiver();
  const session = await openGrpc(receiver.grpcPort);
  expect(await statusOf(beginCall(session, wrong))).toBe(16);
  expect(receiver.inFlight.bytes).toBe(0);
  session.destroy();
});

test("twenty streams of 61 KB that never end, with a token or without, inflate nothing", async () => {
  await using receiver = await startReceiver();
  const sender = createGrpcSender(receiver.grpcPort, credentials.createInsecure());
  await sender.send("traces", encodeTraces([goodSpan(1)]), { gzip: true });
  const bomb = framed(gzipSync(Buffer.alloc(63 * 2 ** 20)), { compressed: true });
  expect(bomb.length).toBeLessThan(64 * 1024);
  const before = process.memoryUsage().arrayBuffers;
  const session = await openGrpc(receiver.grpcPort);
  for (let stream = 0; stream < 20; stream++) {
    const call = beginCall(session, { "grpc-encoding": "gzip", ...(stream % 2 === 0 ? good : wrong) });
    call.write(bomb);
  }
  await new Promise<void>((resolve) => void session.ping(() => resolve()));
  // Behind the others in the queue of whatever inflates.
  for (let call = 0; call < 20; call++) await sender.send("traces", encodeTraces([goodSpan(2)]), { gzip: true });
  expect((process.memoryUsage().arrayBuffers - before) / 2 ** 20).toBeLessThan(20);
  sender.close();
  session.destroy();
});

test("a message that does not arrive is ended, counted, and its room comes back", async () => {
  await using receiver = await startReceiver({ bodyTimeoutMs: 200 });
  const session = await openGrpc(receiver.grpcPort);
  const call = beginCall(session, good);
  call.write(framed(Buffer.from("begun"), { announced: 4_000_000 }));
  await expect.poll(() => receiver.inFlight.bytes).toBeGreaterThan(4_000_000);
  expect(await statusOf(call)).toBe(4);
  expect(receiver.inFlight.bytes).toBe(0);
  const metrics = await receiver.telemetry.metrics.metrics();
  expect(metrics).toContain('gaffe_requests_refused_total{transport="grpc",status="4",reason="too_slow"} 1');
  session.destroy();
});

test("a message announced larger than the limit is refused before it comes", async () => {
  await using receiver = await startReceiver();
  const session = await openGrpc(receiver.grpcPort);
  const call = beginCall(session, good);
  call.write(framed(Buffer.alloc(0), { announced: 65 * 2 ** 20 }));
  expect(await statusOf(call)).toBe(8);
  session.destroy();
});

test("a project holds at most its share of the memory for messages", async () => {
  await using receiver = await startReceiver({ inFlightBytes: 1_000_000 });
  const session = await openGrpc(receiver.grpcPort);
  const first = beginCall(session, good);
  first.write(framed(Buffer.alloc(0), { announced: 900_000 }));
  await expect.poll(() => receiver.inFlight.bytes).toBeGreaterThan(800_000);
  const second = beginCall(session, good);
  second.write(framed(Buffer.alloc(0), { announced: 900_000 }));
  expect(await statusOf(second)).toBe(8);
  session.destroy();
  await expect.poll(() => receiver.inFlight.bytes).toBe(0);
});

test.each([
  ["two messages in one call", Buffer.concat([framed(Buffer.alloc(0)), framed(Buffer.alloc(3))]), 3],
  ["half a message", framed(Buffer.from("half"), { announced: 8 }), 3],
  ["no message", Buffer.alloc(0), 3],
  ["a message that claims to be gzip", framed(Buffer.from("not gzip"), { compressed: true }), 3],
])("%s is refused as invalid", async (_, bytes, code) => {
  await using receiver = await startReceiver();
  const session = await openGrpc(receiver.grpcPort);
  const call = beginCall(session, { ...good, "grpc-encoding": "gzip" });
  call.end(bytes);
  expect(await statusOf(call)).toBe(code);
  session.destroy();
});

test("an unknown method, an unknown compression and another content type are refused", async () => {
  await using receiver = await startReceiver();
  const session = await openGrpc(receiver.grpcPort);
  expect(await statusOf(beginCall(session, { ":path": "/grpc.health.v1.Health/Check" }))).toBe(12);
  const zstd = beginCall(session, { ...good, "grpc-encoding": "zstd" });
  zstd.end(framed(Buffer.from("x"), { compressed: true }));
  expect(await statusOf(zstd)).toBe(12);
  const json = beginCall(session, { "content-type": "application/json" });
  const [headers] = (await once(json, "response")) as [Record<string, unknown>];
  expect(headers[":status"]).toBe(415);
  session.destroy();
});

test("connections beyond the limit of an address are closed, and those without an authenticated call when idle", async () => {
  const refused: string[] = [];
  await using receiver = await startReceiver({
    grpc: {
      connections: { total: 100, perAddress: 2 },
      onRefusedConnection: (reason) => void refused.push(reason),
      unauthenticatedIdleMs: 300,
    },
  });
  const known = await openGrpc(receiver.grpcPort);
  const call = beginCall(known, good);
  call.end(framed(encodeTraces([goodSpan(3)])));
  expect(await statusOf(call)).toBe(0);
  const stranger = await openGrpc(receiver.grpcPort);
  const third = await openGrpc(receiver.grpcPort).catch(() => undefined);
  await expect.poll(() => refused).toEqual(["per_address"]);
  if (third && !third.destroyed) await once(third, "close");
  await once(stranger, "close");
  const again = beginCall(known, good);
  again.end(framed(encodeTraces([goodSpan(4)])));
  expect(await statusOf(again)).toBe(0);
  known.destroy();
});
