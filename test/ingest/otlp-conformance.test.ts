import { gzipSync } from "node:zlib";
import { credentials, Metadata, type ServiceError } from "@grpc/grpc-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decodeTraces } from "../../src/otlp/decode.ts";
import { encodeLogs, encodeTraces } from "../../src/otlp/encode.ts";
import { createQuotas } from "../../src/pipeline/quotas.ts";
import { Failure } from "../../src/platform/failure.ts";
import { captures, field, goodSpan, rawSpan, requestOf } from "../support/data/otlp-bodies.ts";
import { createGrpcSender, type GrpcSender } from "../support/receivers/otlp-grpc-sender.ts";
import { goodToken, readOnlyToken, startReceiver } from "../support/receivers/otlp-receiver.ts";

type Receiver = Awaited<ReturnType<typeof startReceiver>>;
let receiver: Receiver;
let grpc: GrpcSender;

beforeAll(async () => {
  receiver = await startReceiver();
  grpc = createGrpcSender(receiver.grpcPort, credentials.createInsecure());
});
afterAll(async () => {
  grpc.close();
  await receiver[Symbol.asyncDispose]();
});

const id = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
const jsonSpan = { ...id, name: "call", kind: 3, startTimeUnixNano: "1795227443228456789" };
const jsonOf = (...spans: readonly unknown[]) =>
  Buffer.from(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }));
const badSpan = { ...jsonSpan, traceId: "12" };

const bodies = {
  empty: { protobuf: Buffer.alloc(0), json: Buffer.from("{}") },
  good: { protobuf: requestOf([rawSpan(), rawSpan()]), json: jsonOf(jsonSpan, jsonSpan) },
  partial: { protobuf: requestOf([rawSpan(), Buffer.alloc(0)]), json: jsonOf(jsonSpan, badSpan) },
  bad: { protobuf: Buffer.from("nonsense"), json: Buffer.from('{"resourceSpans":[') },
} as const;

const compressions = {
  none: { header: undefined, write: (bytes: Buffer) => bytes },
  gzip: { header: "gzip", write: (bytes: Buffer) => gzipSync(bytes) },
  "bad gzip": { header: "gzip", write: (bytes: Buffer) => Buffer.concat([Buffer.from([0x1f, 0x8b, 8]), bytes]) },
  br: { header: "br", write: (bytes: Buffer) => bytes },
} as const;

const contentTypes = {
  protobuf: ["application/x-protobuf", "Application/X-Protobuf; charset=utf-8"],
  json: ["application/json", "application/json; charset=utf-8"],
} as const;

type Compression = keyof typeof compressions;
type BodyName = keyof typeof bodies;
const compressionNames = Object.keys(compressions) as Compression[];
const bodyNames = Object.keys(bodies) as BodyName[];

function expectedStatus(compression: Compression, body: BodyName): number {
  if (compression === "br") return 415;
  return compression === "bad gzip" || body === "bad" ? 400 : 200;
}

const httpMatrix = (["protobuf", "json"] as const).flatMap((format) =>
  contentTypes[format].flatMap((contentType) =>
    compressionNames.flatMap((compression) =>
      bodyNames.map((body) => ({ format, contentType, compression, body, path: "/v1/traces" })),
    ),
  ),
);

describe("OTLP/HTTP", () => {
  test.each(httpMatrix)(
    "$contentType, $compression, $body",
    async ({ format, contentType, compression, body, path }) => {
      const { header, write } = compressions[compression];
      const response = await fetch(receiver.url + path, {
        method: "POST",
        headers: { "content-type": contentType, ...(header === undefined ? {} : { "content-encoding": header }) },
        body: new Uint8Array(write(bodies[body][format])),
      });
      const status = expectedStatus(compression, body);
      expect(response.status).toBe(status);
      expect(response.headers.get("content-type")).toBe(contentTypes[format][0]);
      const answer = Buffer.from(await response.arrayBuffer());
      if (status !== 200) {
        const { code, message } = statusIn(answer, format);
        expect(code).toBe(3);
        expect(message.length).toBeGreaterThan(10);
      } else if (body === "partial") {
        const { rejected, message } = partialIn(answer, format);
        expect(rejected).toBe(1);
        expect(message).toContain("bad_trace_id");
      } else expect(answer.toString()).toBe(format === "json" ? "{}" : "");
    },
  );

  test.each([
    ["text/plain", 415],
    ["application/json; charset=utf-16", 415],
    ["application/x-www-form-urlencoded", 415],
    [undefined, 415],
  ])("content-type %s answers %i", async (contentType, status) => {
    const headers: Record<string, string> = contentType === undefined ? {} : { "content-type": contentType };
    const response = await fetch(`${receiver.url}/v1/traces`, { method: "POST", headers, body: new Uint8Array(2) });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code: 3 });
  });

  test.each(["GET", "PUT", "DELETE", "OPTIONS"])("%s answers 405", async (method) => {
    const response = await fetch(`${receiver.url}/v1/traces`, { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test.each(["/v1/logs", "/otlp/v1/traces", "/otlp/v1/logs", "/v1/traces/", "/v1/traces?x=1"])(
    "%s takes exports",
    async (path) => {
      const response = await post(path, "{}", "application/json");
      expect([response.status, await response.text()]).toEqual([200, "{}"]);
    },
  );

  test.each(["/v1", "/otlp/v1/tracesx"])("%s is not for this receiver", async (path) => {
    expect((await post(path, "{}", "application/json")).status).toBe(404);
  });

  test.each([
    ["/v1development/profiles", "application/json", /OTEL_PROFILES_EXPORTER=none/],
    ["//v1/traces", "application/json", /appended to OTEL_EXPORTER_OTLP_ENDPOINT/],
    ["/v1/traces/v1/traces", "application/json", /appended to OTEL_EXPORTER_OTLP_ENDPOINT/],
    ["/", "application/x-protobuf", /appended to OTEL_EXPORTER_OTLP_ENDPOINT/],
  ])("an exporter pointed at %s gets the right address in the response", async (path, contentType, advice) => {
    const response = await post(path, "{}", contentType);
    expect(response.status).toBe(404);
    expect(await response.text()).toMatch(advice);
  });

  test("metrics are accepted and dropped with a counter, so that auto-instrumentation reports no error", async () => {
    const dropped = async () => {
      const text = await receiver.telemetry.metrics.metrics();
      return Number(/metrics_dropped_total\{transport="http",reason="unsupported"\} (\d+)/.exec(text)?.[1]);
    };
    const before = await dropped();
    for (const path of ["/v1/metrics", "/otlp/v1/metrics"]) {
      const json = await post(path, "{}", "application/json");
      expect([json.status, await json.text()]).toEqual([200, "{}"]);
      const protobuf = await post(path, new Uint8Array([10, 0]), "application/x-protobuf");
      expect([protobuf.status, await protobuf.text()]).toEqual([200, ""]);
    }
    expect(await dropped()).toBe(before + 4);
    expect((await post("/v1/metrics", "{}", "application/json", { "api-key": "wrong" })).status).toBe(401);
  });

  test.each([
    [{ "api-key": goodToken }, 200],
    [{ "x-gaffe-api-key": goodToken }, 200],
    [{ authorization: `Bearer ${goodToken}` }, 200],
    [{ authorization: `Basic ${Buffer.from(`pk:${goodToken}`).toString("base64")}` }, 200],
    [{ "api-key": "wrong" }, 401],
    [{ authorization: "Bearer wrong" }, 401],
    [{ "api-key": readOnlyToken }, 403],
  ] as const)("credentials %j answer %i", async (headers, status) => {
    const response = await post("/v1/traces", "{}", "application/json", headers);
    expect(response.status).toBe(status);
    if (status !== 200) expect(await response.json()).toMatchObject({ code: status === 401 ? 16 : 7 });
  });

  test("a sender that waits gets a receipt", async () => {
    const body = encodeTraces([goodSpan(77), goodSpan(78)]);
    const response = await post("/v1/traces", body, "application/x-protobuf", { "x-gaffe-receipt": "wait" });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      status: "success",
      message: "2 spans processed",
      summary: { datapoints_created: 1, spans_processed: 2, checks_executed: 12, issues_found: 0 },
    });
  });

  test("a journal that cannot take more answers 503 with Retry-After", async () => {
    receiver.state.full = true;
    try {
      const body = encodeTraces([goodSpan(79)]);
      const response = await post("/v1/traces", body, "application/x-protobuf");
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "7"]);
      expect(statusIn(Buffer.from(await response.arrayBuffer()), "protobuf").code).toBe(14);
    } finally {
      receiver.state.full = false;
    }
  });
});

describe("OTLP/gRPC", () => {
  test.each((["none", "gzip"] as const).flatMap((compression) => bodyNames.map((body) => ({ compression, body }))))(
    "$compression, $body",
    async ({ compression, body }) => {
      const answer = grpc.send("traces", bodies[body].protobuf, { gzip: compression === "gzip" });
      if (body === "bad") await expect(answer).rejects.toMatchObject({ code: 3 });
      else if (body === "partial") expect(partialIn(await answer, "protobuf").rejected).toBe(1);
      else expect(await answer).toHaveLength(0);
    },
  );

  test("logs have their service", async () => {
    const record = { timeNs: 1n, observedNs: 2n, severityNumber: 9, attributes: new Map() };
    const { scope, resource } = goodSpan(1);
    expect(await grpc.send("logs", encodeLogs([{ ...record, scope, resource, body: "hello" }]))).toHaveLength(0);
  });

  test("metrics are accepted and dropped", async () => {
    expect(await grpc.send("metrics", Buffer.from([10, 0]))).toHaveLength(0);
  });

  test.each([
    ["wrong", 16],
    [readOnlyToken, 7],
  ])("token %s is refused with %i", async (token, code) => {
    const metadata = new Metadata();
    metadata.set("authorization", `Bearer ${token}`);
    await expect(grpc.send("traces", Buffer.alloc(0), { metadata })).rejects.toMatchObject({ code });
  });

  test("a journal that cannot take more answers UNAVAILABLE with RetryInfo", async () => {
    receiver.state.full = true;
    try {
      const failure: ServiceError = await grpc.send("traces", encodeTraces([goodSpan(80)])).then(
        () => Promise.reject(new Error("accepted")),
        (thrown: unknown) => thrown as ServiceError,
      );
      expect(failure.code).toBe(14);
      const [details] = failure.metadata.get("grpc-status-details-bin");
      expect(Buffer.from(details ?? "").toString("latin1")).toContain("google.rpc.RetryInfo");
    } finally {
      receiver.state.full = false;
    }
  });
});

describe("an unavailable dependency, and a defect of Gaffe", () => {
  const noSpace = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  const away = new Failure("dependency", "the records do not answer");
  const threadEnded = new Failure("defect", "the thread ended", {}, noSpace);

  test.each([
    ["authentication", "authenticateThrows", away, [503, 14]],
    ["redaction or the journal", "admitThrows", away, [503, 14]],
    ["the disk", "admitThrows", noSpace, [503, 14]],
    ["a thread that ended for the disk", "admitThrows", threadEnded, [503, 14]],
    ["a defect in authentication", "authenticateThrows", new TypeError("a defect"), [500, 13]],
    ["a defect in admission", "admitThrows", new TypeError("a defect"), [500, 13]],
  ] as const)("%s", async (_, where, failure, [status, code]) => {
    receiver.state[where] = failure;
    try {
      const body = encodeTraces([goodSpan(81)]);
      const response = await post("/v1/traces", body, "application/x-protobuf");
      expect([response.status, response.headers.get("retry-after")]).toEqual([status, status === 503 ? "5" : null]);
      expect(statusIn(Buffer.from(await response.arrayBuffer()), "protobuf").code).toBe(code);
      await expect(grpc.send("traces", body)).rejects.toMatchObject({ code });
    } finally {
      delete receiver.state[where];
    }
  });
});

describe("a project over its quota", () => {
  const quota = { spansPerSecond: 2, bytesPerSecond: 0 };

  test("returns when to retry, in either protocol's format, and is counted", async () => {
    await using limited = await startReceiver({ quotas: createQuotas({ standard: quota, now: () => 0 }) });
    const sender = createGrpcSender(limited.grpcPort, credentials.createInsecure());
    const send = (from: number) =>
      fetch(`${limited.url}/v1/traces`, {
        method: "POST",
        headers: { "content-type": "application/x-protobuf" },
        body: encodeTraces([goodSpan(from), goodSpan(from + 1), goodSpan(from + 2)]),
      });
    const statuses = [];
    for (let request = 0; request < 4; request++) statuses.push((await send(request * 3)).status);
    // Ten spans are the burst, and a request that starts within it is accepted as a whole.
    expect(statuses).toEqual([200, 200, 200, 200]);
    const refused = await send(12);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    expect(statusIn(Buffer.from(await refused.arrayBuffer()), "protobuf")).toMatchObject({ code: 8 });
    const failure = await sender.send("traces", encodeTraces([goodSpan(15)])).then(
      () => undefined,
      (thrown: ServiceError) => thrown,
    );
    expect(failure?.code).toBe(8);
    const [details] = failure?.metadata.get("grpc-status-details-bin") ?? [];
    expect(Buffer.from(details ?? "").toString("latin1")).toContain("google.rpc.RetryInfo");
    sender.close();
    expect(limited.batches).toHaveLength(4);
    const metrics = await limited.telemetry.metrics.metrics();
    expect(metrics).toContain('gaffe_requests_refused_total{transport="http",status="429",reason="over_quota"} 1');
    expect(metrics).toContain('gaffe_requests_refused_total{transport="grpc",status="8",reason="over_quota"} 1');
    expect(metrics).toContain('gaffe_items_refused_total{signal="traces",reason="over_quota"} 4');
    // Losses that did not occur have a counter as well.
    expect(metrics).toContain('gaffe_items_rejected_total{signal="logs",reason="bad_wire"} 0');
    expect(metrics).toContain('gaffe_requests_refused_total{transport="http",status="503",reason="unavailable"} 0');
  });
});

describe("what real exporters sent", () => {
  test.each(captures)("$name is accepted whole", async ({ transport, body }) => {
    const before = receiver.batches.length;
    if (transport === "grpc") expect(await grpc.sendFramed(body)).toHaveLength(0);
    else {
      const contentType = body.format === "json" ? "application/json" : "application/x-protobuf";
      const headers: Record<string, string> = body.compression === "gzip" ? { "content-encoding": "gzip" } : {};
      const response = await post(`/v1/${body.signal}`, new Uint8Array(body.bytes), contentType, headers);
      const answer = await response.text();
      expect([response.status, answer]).toEqual([200, body.format === "json" ? "{}" : ""]);
    }
    expect(receiver.batches.length).toBe(before + 1);
  });
});

test("JSON and protobuf of the same span are the same batch item", async () => {
  const answer = await post("/v1/traces", new Uint8Array(jsonOf({ ...jsonSpan, name: "same" })), "application/json");
  expect(answer.status).toBe(200);
  const [span] = decodeTraces(receiver.batches.at(-1)?.bytes ?? new Uint8Array());
  expect(span).toMatchObject({ ...id, name: "same", kind: 3, startNs: 1_795_227_443_228_456_789n });
});

function post(
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  contentType: string,
  headers: Record<string, string> = {},
) {
  return fetch(receiver.url + path, { method: "POST", headers: { "content-type": contentType, ...headers }, body });
}

/**
 * Parses google.rpc.Status from an error response. Messages here are under 128 bytes, so length prefixes take one
 * byte.
 */
function statusIn(answer: Buffer, format: "protobuf" | "json"): { code: number; message: string } {
  if (format === "json") return JSON.parse(answer.toString()) as { code: number; message: string };
  expect(answer[0]).toBe(0x08);
  expect(answer[2]).toBe(0x12);
  return { code: answer[1] ?? 0, message: answer.subarray(4).toString() };
}

function partialIn(answer: Buffer, format: "protobuf" | "json"): { rejected: number; message: string } {
  if (format === "protobuf") {
    const inner = answer.subarray(2);
    expect(answer.subarray(0, 1)).toEqual(field(1, Buffer.alloc(0)).subarray(0, 1));
    expect([inner[0], inner[2]]).toEqual([0x08, 0x12]);
    return { rejected: inner[1] ?? 0, message: inner.subarray(4).toString() };
  }
  const { partialSuccess } = JSON.parse(answer.toString()) as {
    partialSuccess: { rejectedSpans: string; errorMessage: string };
  };
  return { rejected: Number(partialSuccess.rejectedSpans), message: partialSuccess.errorMessage };
}
