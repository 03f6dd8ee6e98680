import { expect, test } from "vitest";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { chatSpan } from "../lab/spans.ts";
import { temporaryFolder } from "../support/folder.ts";
import { startService } from "../support/service.ts";

test("in the counters, what was sent is what was stored, repeated, rejected and refused", async () => {
  using folder = temporaryFolder();
  await using service = await startService({ folder: folder.path });
  const startMs = Date.now() - 5000;
  const spans = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => chatSpan({ run: 3, number: from + index, startMs }));
  const send = async (body: Uint8Array<ArrayBuffer>) => {
    const response = await fetch(`${service.url}/v1/traces`, {
      method: "POST",
      headers: { "content-type": "application/x-protobuf", "api-key": service.token, "x-gaffe-receipt": "wait" },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  };
  const first = encodeTraces(spans(0, 20));
  expect(await send(first)).toBe(201);
  expect(await send(first)).toBe(201);
  expect(
    await send(encodeTraces([...spans(20, 9), { ...chatSpan({ run: 3, number: 99, startMs }), spanId: "ab" }])),
  ).toBe(201);
  expect(await send(new Uint8Array([255, 255, 255]))).toBe(400);

  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const sum = (name: string, label = "") =>
    metrics
      .split("\n")
      .filter((line) => line.startsWith(`gaffe_${name}`) && line.includes(label))
      .reduce((total, line) => total + Number(line.split(" ").at(-1)), 0);
  const received = sum("items_received_total", 'repeated="false"');
  const repeated = sum("items_received_total", 'repeated="true"');
  const rejected = sum("items_rejected_total");
  expect({ received, repeated, rejected }).toEqual({ received: 29, repeated: 20, rejected: 1 });
  expect(received + repeated + rejected).toBe(20 + 20 + 10);
  expect(sum("items_stored_total") + sum("items_aside")).toBe(received);
  expect(sum("requests_refused_total")).toBe(1);
});
