import { expect, test } from "vitest";
import { admitWithin, createQuotas } from "../../src/pipeline/quotas.ts";
import { asProjectId, globalProject } from "../../src/platform/ids.ts";
import { createTelemetry } from "../../src/platform/telemetry/telemetry.ts";
import { proxyEvents } from "../../src/proxy/events.ts";
import { createCallRecorder } from "../../src/proxy/recording/recorder.ts";
import { openFakeProvider } from "../support/providers/fake-provider.ts";
import { json, openProxy, send } from "../support/providers/proxy.ts";
import { startReceiver } from "../support/receivers/otlp-receiver.ts";
import { startApi } from "../support/service/api.ts";
import { beginCall, openGrpc, statusOf } from "./support/grpc-stream.ts";
import { sendRaw } from "./support/raw-http.ts";

function exhausted() {
  const quotas = createQuotas({ standard: { spansPerSecond: 1, bytesPerSecond: 0 }, now: () => 0 });
  quotas.take(globalProject, { items: 12, bytes: 1 });
  return quotas;
}

test("a project over its quota is refused before its body comes, in the protocol's shape", async () => {
  const { refusal: overQuota } = exhausted();
  await using receiver = await startReceiver({ overQuota });
  const port = Number(new URL(receiver.url).port);
  const headers = { "content-type": "application/json", "content-length": 1_000_000 };
  const { status, text } = await sendRaw(port, { path: "/v1/traces", headers });
  expect([status, text]).toEqual([429, expect.stringMatching(/retry-after: 7[\s\S]*RetryInfo","retryDelay":"7s"/i)]);
  const session = await openGrpc(receiver.grpcPort);
  expect(await statusOf(beginCall(session))).toBe(8);
  session.destroy();
  const metrics = await receiver.telemetry.metrics.metrics();
  expect(metrics).toContain('gaffe_requests_refused_total{transport="http",status="429",reason="over_quota"} 1');
  expect(metrics).toContain('gaffe_requests_refused_total{transport="grpc",status="8",reason="over_quota"} 1');
});

test("the API answers 429 with the wait", async () => {
  const admitted = { admit: () => Promise.reject(new Error("not reached")) };
  const admission = admitWithin(exhausted(), admitted, () => undefined);
  await using api = await startApi({ admission });
  const { status, headers, body } = await api.ask("POST", "/api/v1/datapoints", { body: { input: "hello" } });
  expect([status, headers.get("retry-after"), body.type]).toEqual([429, "7", "/problems/too-many-requests"]);
});

test("the proxy forwards calls of such a project without recording them; a strict project learns when to retry", async () => {
  await using provider = await openFakeProvider();
  provider.answerWith((_, response) => response.end('{"choices":[]}'));
  const telemetry = createTelemetry({ level: "silent", declared: proxyEvents });
  const admitted = { admit: () => Promise.reject(new Error("not reached")) };
  const recorder = createCallRecorder({
    admission: admitWithin(exhausted(), admitted, telemetry.emit),
    telemetry,
    now: Date.now,
    gatherMs: 1,
  });
  const settings = { upstreams: [{ id: "fake", baseUrl: provider.url, auth: { kind: "bearer" as const } }] };
  await using proxy = await openProxy(settings, { recorder });
  await using strict = await openProxy({ ...settings, strict: true }, { recorder });
  const call = { path: "/v1/chat/completions", headers: json, body: '{"model":"fake/m","messages":[]}' };
  expect((await send(proxy.port, call)).status).toBe(200);
  await expect.poll(() => telemetry.metrics.metrics()).toContain('gaffe_proxy_calls_lost_total{reason="over_quota"} 1');
  expect((await send(proxy.port, call)).status).toBe(200);
  const refused = await send(strict.port, call);
  expect([refused.status, refused.headers["x-gaffe-error"], refused.headers["x-should-retry"]]).toEqual([
    429,
    "over_quota",
    "true",
  ]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
});

test("other projects are not affected", () => {
  const quotas = exhausted();
  expect(quotas.refusal(globalProject)).toMatchObject({ retryAfterSeconds: 7 });
  expect(quotas.refusal(asProjectId("other"))).toBeUndefined();
});
