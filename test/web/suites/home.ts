import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { snippets } from "../../../dashboards/app/src/home/snippets.ts";
import { openFakeProvider } from "../../support/fake-provider.ts";
import type { Web } from "../../support/web.ts";
import { wire } from "../../support/wire.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../..");

/** Home: what it tells of the data that comes in, and that every way in does what it says. */
export function describeHome(web: () => Web): void {
  describe("Home", () => {
    test("says that message content is missing, and what turns it on", async () => {
      const page = await web().open("/");
      await page
        .getByRole("region", { name: "Health" })
        .getByText(/CAPTURE_MESSAGE_CONTENT/)
        .first()
        .waitFor();
      await page.context().close();
    });

    test("shows the snippets that are executed below, with this service's address in each", async () => {
      const page = await web().open("/");
      await page.getByText("Connect another application").click();
      for (const { name, text } of snippets) {
        await page.getByRole("tab", { name, exact: true }).click();
        expect(await page.getByLabel(`Snippet: ${name}`, { exact: true }).innerText()).toBe(text(web().service.url));
      }
      await page.context().close();
    });
  });

  describe("a snippet of Home", () => {
    const folder = mkdtempSync(join(tmpdir(), "gaffe-snippets-"));
    let provider: Awaited<ReturnType<typeof openFakeProvider>>;
    const snippet = (id: string) => snippets.find((one) => one.id === id)?.text(web().service.url) ?? "";
    const environment = () => ({
      PATH: process.env["PATH"] ?? "",
      GAFFE_TOKEN: web().service.token,
      OPENAI_API_KEY: "sk-not-a-key",
    });

    beforeAll(async () => {
      symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
      provider = await openFakeProvider();
      const [exchange] = wire("chat");
      provider.answerWith((_, response) => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(exchange?.rawResponse));
      });
      await web().api("/upstreams", { id: "fake", baseUrl: provider.url, auth: "bearer" });
      await web().api("/proxy-settings", { defaultUpstream: "fake" }, "PATCH");
    });
    afterAll(async () => {
      await provider[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    });

    async function arrived(q: string): Promise<void> {
      const look = async () =>
        (await web().api<{ items: readonly unknown[] }>(`/datapoints?${new URLSearchParams({ q }).toString()}`)).items;
      await expect.poll(async () => (await look()).length, { timeout: 60_000, message: q }).toBeGreaterThan(0);
    }

    test("cURL records a call", async () => {
      await run("bash", ["-c", snippet("curl").replace("Where is my refund?", "Sent by the cURL snippet")], {
        env: environment(),
      });
      await arrived('"Sent by the cURL snippet"');
    });

    test("OpenAI for TypeScript calls through the proxy", async () => {
      const file = join(folder, "snippet.mts");
      const ask = `await client.chat.completions.create({
        model: "gpt-4o", messages: [{ role: "user", content: "Sent by the TypeScript snippet" }] });`;
      writeFileSync(file, `${snippet("typescript")}\n${ask}\n`);
      await run(process.execPath, [file], { env: environment(), cwd: folder });
      await arrived('"Sent by the TypeScript snippet" source:proxy');
    });

    test("OpenTelemetry exports to where the variables say", async () => {
      const file = join(folder, "traced.mts");
      writeFileSync(file, traced);
      await run("bash", ["-c", `${snippet("otel")}\nexec "${process.execPath}" "${file}"`], {
        env: environment(),
        cwd: folder,
      });
      await arrived('"Sent by the OpenTelemetry snippet" source:otlp');
    });
  });
}

/** An application that knows nothing of Gaffe: exporter and content switch come from the environment. */
const traced = `
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { BasicTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
if (process.env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT !== "true") throw new Error("content is off");
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(new OTLPTraceExporter())] });
const span = provider.getTracer("app").startSpan("chat gpt-4o", { attributes: {
  "gen_ai.operation.name": "chat", "gen_ai.provider.name": "openai", "gen_ai.request.model": "gpt-4o",
  "gen_ai.input.messages": JSON.stringify([{ role: "user", parts: [{ type: "text", content: "Sent by the OpenTelemetry snippet" }] }]),
  "gen_ai.output.messages": JSON.stringify([{ role: "assistant", parts: [{ type: "text", content: "Received" }], finish_reason: "stop" }]),
} });
span.end();
await provider.forceFlush();
await provider.shutdown();
`;
