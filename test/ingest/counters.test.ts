import { expect, test } from "vitest";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { chatSpan } from "../lab/spans.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { startService } from "../support/service/service.ts";

test("a project over its quota gets 429, and its request is listed among the rejected ones", async () => {
  using folder = temporaryFolder();
  const env = { GAFFE_PROJECT_QUOTAS: "global=1/0" };
  await using service = await startService({ folder: folder.path, env });
  const send = async (number: number) => {
    const body = encodeTraces(
      Array.from({ length: 40 }, (_, n) => chatSpan({ run: number, number: n, startMs: Date.now() })),
    );
    const headers = { "content-type": "application/x-protobuf", "api-key": service.token };
    const response = await fetch(`${service.url}/v1/traces`, { method: "POST", headers, body });
    await response.arrayBuffer();
    return [response.status, response.headers.get("retry-after")];
  };
  expect(await send(1)).toEqual([200, null]);
  expect(await send(2)).toEqual([429, expect.stringMatching(/^\d+$/)]);
  const answer = await fetch(`${service.url}/api/v1/health`, { headers: { "api-key": service.token } });
  expect(await answer.json()).toMatchObject({
    lastRejected: [
      { route: "POST /v1/traces", status: 429, reason: expect.stringContaining("its quota of 1 spans a second") },
    ],
  });
});

test("the counters separate stored, repeated, rejected and refused items", async () => {
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
  expect(sum("items_stored_total") + sum("dead_letters")).toBe(received);
  expect(sum("requests_refused_total")).toBe(1);
});
