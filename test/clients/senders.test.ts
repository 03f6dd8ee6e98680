import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { Metadata } from "@grpc/grpc-js";
import { SpanKind } from "@opentelemetry/api";
import { OTLPTraceExporter as GrpcExporter } from "@opentelemetry/exporter-trace-otlp-grpc";
import { OTLPTraceExporter as JsonExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { freePort } from "../../src/platform/http/free-port.ts";
import { pythonBin, pythonClients } from "../support/clients/python-clients.ts";
import { isMissing, reason } from "../support/clients/tool-cache.ts";
import { openFakeProvider } from "../support/providers/fake-provider.ts";
import { wire } from "../support/providers/wire.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { apiOf, eventually } from "../support/service/service-api.ts";

const run = promisify(execFile);
const folder = temporaryFolder();
let service: Service;
let grpcPort = 0;
beforeAll(async () => {
  grpcPort = await freePort();
  service = await startService({ folder: folder.path, env: { GAFFE_GRPC_PORT: `${grpcPort}` } });
});
afterAll(async () => {
  await service.kill("SIGTERM");
  folder[Symbol.dispose]();
});

describe("OpenTelemetry JS", () => {
  const headers = () => ({ "api-key": service.token });
  const exporters: Readonly<Record<string, () => SpanExporter>> = {
    "http/protobuf": () => new ProtobufExporter({ url: `${service.url}/v1/traces`, headers: headers() }),
    "http/json": () => new JsonExporter({ url: `${service.url}/v1/traces`, headers: headers() }),
    grpc: () => {
      const metadata = new Metadata();
      metadata.set("api-key", service.token);
      return new GrpcExporter({ url: `http://127.0.0.1:${grpcPort}`, metadata });
    },
  };

  test.each(Object.keys(exporters))("exports a call over %s", async (protocol) => {
    const exporter = exporters[protocol]?.();
    if (!exporter) throw new Error("no exporter");
    const traceId = await exportCall(exporter, protocol);
    expect(await datapointOf(traceId)).toMatchObject({
      requestModel: "gpt-4o",
      provider: "openai",
      usage: { inputTokens: 12, outputTokens: 3 },
      input: [{ role: "user", parts: [{ type: "text", text: `Say hello over ${protocol} ☕` }] }],
      output: [{ role: "assistant", parts: [{ type: "text", text: "Hello." }] }],
      finishReasons: ["stop"],
    });
  });
});

describe("OpenTelemetry Python with an instrumented openai", () => {
  const script = `
import sys
from openai import OpenAI
from opentelemetry import trace
from opentelemetry.instrumentation.openai import OpenAIInstrumentor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
protocol, endpoint, token, provider_url = sys.argv[1:]
if protocol == "grpc":
    from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
    exporter = OTLPSpanExporter(endpoint=endpoint, insecure=True, headers=(("api-key", token),))
else:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    exporter = OTLPSpanExporter(endpoint=endpoint, headers={"api-key": token})
traces = TracerProvider()
traces.add_span_processor(BatchSpanProcessor(exporter))
OpenAIInstrumentor().instrument(tracer_provider=traces)
client = OpenAI(base_url=provider_url, api_key="sk-python", max_retries=0)
with traces.get_tracer("app").start_as_current_span("handle request") as span:
    client.chat.completions.create(model="gpt-4.1-mini", messages=[{"role": "user", "content": "hello over " + protocol}])
    print(format(span.get_span_context().trace_id, "032x"))
traces.shutdown()
`;

  test.skipIf(isMissing(pythonClients)).each(["http/protobuf", "grpc"])(
    `exports a call over %s${reason(pythonClients)}`,
    async (protocol) => {
      await using provider = await openFakeProvider();
      const [exchange] = wire("chat");
      provider.answerWith(({ method, url, body }, response) => {
        const requestBody = JSON.parse(body.toString()) as { stream?: boolean };
        if (method !== "POST" || url !== "/v1/chat/completions" || requestBody.stream) {
          response.writeHead(599).end("unexpected");
          return;
        }
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(exchange?.rawResponse));
      });
      const endpoint = protocol === "grpc" ? `127.0.0.1:${grpcPort}` : `${service.url}/v1/traces`;
      const { stdout } = await run(join(pythonBin(), "python"), [
        "-c",
        script,
        protocol,
        endpoint,
        service.token,
        provider.url,
      ]);
      expect(provider.seen).toHaveLength(1);
      const datapoint = await datapointOf(stdout.trim());
      expect(datapoint).toMatchObject({
        convention: "openllmetry",
        requestModel: "gpt-4.1-mini",
        responseId: exchange?.rawResponse["id"],
        input: [{ role: "user", parts: [{ type: "text", text: `hello over ${protocol}` }] }],
      });
      expect(datapoint["output"]).not.toEqual([]);
    },
  );
});

/**
 * Exports one call as a traced application does, and returns its trace id after the exporter got its
 * acknowledgment.
 */
async function exportCall(exporter: SpanExporter, name: string): Promise<string> {
  const provider = new BasicTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
  const text = (role: string, content: string) => JSON.stringify([{ role, parts: [{ type: "text", content }] }]);
  const span = provider.getTracer("app").startSpan("chat gpt-4o", {
    kind: SpanKind.CLIENT,
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "openai",
      "gen_ai.request.model": "gpt-4o",
      "gen_ai.response.finish_reasons": ["stop"],
      "gen_ai.usage.input_tokens": 12,
      "gen_ai.usage.output_tokens": 3,
      "gen_ai.input.messages": text("user", `Say hello over ${name} ☕`),
      "gen_ai.output.messages": text("assistant", "Hello."),
    },
  });
  span.end();
  await provider.forceFlush();
  await provider.shutdown();
  return span.spanContext().traceId;
}

const Listed = z.object({ items: z.array(z.looseObject({ id: z.string(), traceId: z.string(), spanId: z.string() })) });

const listed = async (target: { readonly url: string; readonly token: string }) =>
  Listed.parse(await apiOf(target).get("/datapoints?from=2020-01-01&limit=200")).items;

async function datapointOf(traceId: string): Promise<Record<string, unknown>> {
  const found = await eventually(
    async () => (await listed(service)).filter((one) => one.traceId === traceId),
    (items) => items.length > 0,
  );
  expect(found).toHaveLength(1);
  return z.looseObject({}).parse(await apiOf(service).get(`/datapoints/${found[0]?.id}`));
}
