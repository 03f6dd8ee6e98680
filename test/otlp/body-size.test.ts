import { gzipSync } from "node:zlib";
import { credentials } from "@grpc/grpc-js";
import { expect, test } from "vitest";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { goodSpan } from "../support/data/otlp-bodies.ts";
import { createGrpcSender } from "../support/receivers/otlp-grpc-sender.ts";
import { goodToken, startReceiver } from "../support/receivers/otlp-receiver.ts";

test("a body may be larger after decompression than as sent, up to a separate limit", async () => {
  await using receiver = await startReceiver({ limits: { bodyBytes: 10_000, inflatedBodyBytes: 100_000 } });
  const body = (length: number) => encodeTraces([goodSpan(1, { attributes: new Map([["k", "x".repeat(length)]]) })]);
  const post = async (bytes: Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) => {
    const headers = { "content-type": "application/x-protobuf", "api-key": goodToken, ...more };
    return (await fetch(`${receiver.url}/v1/traces`, { method: "POST", headers, body: bytes })).status;
  };
  const gzip = (length: number) => post(new Uint8Array(gzipSync(body(length))), { "content-encoding": "gzip" });
  expect([await post(body(5000)), await post(body(20_000))]).toEqual([200, 413]);
  expect([await gzip(5000), await gzip(50_000), await gzip(200_000)]).toEqual([200, 200, 413]);
  const grpc = createGrpcSender(receiver.grpcPort, credentials.createInsecure());
  await grpc.send("traces", body(50_000));
  await expect(grpc.send("traces", body(200_000))).rejects.toThrow(/RESOURCE_EXHAUSTED/);
  grpc.close();
});
