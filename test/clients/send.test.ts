import { execFile } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { snippets } from "../../dashboards/app/src/app/home/snippets.ts";
import { freePort } from "../../src/platform/http/free-port.ts";
import { pythonBin, pythonClients } from "../support/clients/python-clients.ts";
import { pythonTools } from "../support/clients/python-sdk.ts";
import { cachedTool, isMissing, pathOf, reason } from "../support/clients/tool-cache.ts";
import { blocksOf } from "../support/data/page-blocks.ts";
import { openFakeProvider } from "../support/providers/fake-provider.ts";
import { wire } from "../support/providers/wire.ts";
import { collectorProgram, collectorTool } from "../support/receivers/collector.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { apiOf, eventually } from "../support/service/service-api.ts";
import { startProgram } from "../support/service/started-program.ts";

/*
 * Every program of docs/send is extracted from its page and run as a reader would: with the variables that
 * the page names, against a started Gaffe and a provider that responds as OpenAI and Anthropic do. Each sends
 * into a separate project, which must then contain its call.
 */
const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const written = "http://127.0.0.1:4233";
const question = "Where is my refund?";

const go = await goProgram();
const java = await javaClasses();
const collector = await collectorTool();

const folder = temporaryFolder();
let service: Service;
let provider: Awaited<ReturnType<typeof openFakeProvider>>;

beforeAll(async () => {
  // Programs below the folder find the packages here, and the SDK as it is published.
  symlinkSync(join(root, "node_modules"), join(folder.path, "node_modules"));
  const sdk = join(folder.path, "sdk/node_modules/@gaffe/sdk");
  mkdirSync(sdk, { recursive: true });
  cpSync(join(root, "sdk/typescript/package.json"), join(sdk, "package.json"));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const [started, fake] = await Promise.all([
    startService({
      folder: join(folder.path, "data"),
      env: { GAFFE_ALLOW_NETWORKS: "127.0.0.0/8", GAFFE_REQUESTS_PER_MINUTE: "0" },
    }),
    openFakeProvider(),
    run(process.execPath, [tsc, "-p", join(root, "sdk/typescript"), "--outDir", join(sdk, "dist")]),
  ]);
  service = started;
  provider = fake;
  const [chat] = wire("chat");
  provider.answerWith(({ method, url, body }, response) => {
    const { model, stream } = JSON.parse(body.toString()) as { model?: string; stream?: boolean };
    const answers = { "/v1/chat/completions": chat?.rawResponse, "/v1/messages": message };
    const answer = answers[url as keyof typeof answers];
    const isExpected = method === "POST" && /^(gpt-4o|claude-sonnet-4-5)$/.test(model ?? "") && !stream;
    response.writeHead(answer && isExpected ? 200 : 599, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? {}));
  });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const message = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-sonnet-4-5",
  content: [{ type: "text", text: "On its way." }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 11, output_tokens: 4 },
};

/** Returns a code block below a heading, with the address of the service replaced. */
function blockOf(page: string, heading: string, language: string, index = 0): string {
  const found = blocksOf(`send/${page}`).filter((each) => each.heading === heading && each.language === language);
  const block = found[index]?.text;
  if (block === undefined) throw new Error(`docs/send/${page} has no such ${language} block below "${heading}"`);
  return block.replaceAll(written, service.url);
}

interface Workspace {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Returns the one call that arrived in the workspace's project. */
  readonly call: () => Promise<Readonly<Record<string, unknown>>>;
}

/** Creates a separate folder and project, with providers that cost nothing. */
async function createWorkspace(name: string): Promise<Workspace> {
  const admin = apiOf(service);
  const { id } = (await admin.post("/projects", { name })) as { id: string };
  const scopes = ["ingest", "read", "admin"];
  const { secret } = (await admin.post("/tokens", { name, scopes, projectId: id })) as { secret: string };
  const api = apiOf({ url: service.url, token: secret });
  for (const vendor of [
    { id: "openai", baseUrl: provider.url, auth: "bearer" },
    { id: "anthropic", baseUrl: provider.url, auth: "header", header: "x-api-key" },
  ])
    await api.post("/upstreams", vendor);
  const own = join(folder.path, "sdk", id);
  mkdirSync(own, { recursive: true });
  return {
    folder: own,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: process.env["HOME"] ?? "",
      GAFFE_TOKEN: secret,
      GAFFE_ENDPOINT: service.url,
      OPENAI_API_KEY: "sk-not-a-key",
      OPENAI_BASE_URL: provider.url,
      ANTHROPIC_API_KEY: "sk-ant-not-a-key",
      // Long enough for a busy machine: most exporters take it in milliseconds, Python's in seconds.
      OTEL_EXPORTER_OTLP_TIMEOUT: "120000",
      OTEL_BSP_EXPORT_TIMEOUT: "120000",
    },
    async call() {
      const listDatapoints = async () => ((await api.get("/datapoints")) as { items: { id: string }[] }).items;
      const items = await eventually(listDatapoints, (seen) => seen.length > 0);
      expect(items).toHaveLength(1);
      return (await api.get(`/datapoints/${items[0]?.id}`)) as Readonly<Record<string, unknown>>;
    },
  };
}

const textOf = (messages: unknown) => JSON.stringify(messages);

/** Runs a program in its workspace; a failure includes its output. */
async function ran(at: Workspace, command: string, args: readonly string[], env: object = {}): Promise<void> {
  await run(command, [...args], { cwd: at.folder, env: { ...at.env, ...env }, timeout: 300_000 });
}
async function ranFile(at: Workspace, name: string, text: string, command: string): Promise<void> {
  writeFileSync(join(at.folder, name), text);
  await ran(at, command, [name]);
}

test("copy-snippets-work: the snippets of Home are the blocks of these pages", () => {
  const all = ["proxy.md", "instrumentation.md", "opentelemetry.md", "collector.md", "api.md"].flatMap((page) =>
    blocksOf(`send/${page}`),
  );
  for (const { id, text } of snippets) {
    const block = all.find((each) => each.text.startsWith(`${text(written)}\n`));
    expect([id, block === undefined]).toEqual([id, false]);
  }
});

describe("docs/send/proxy.md", () => {
  const tried = [
    ["cURL", "sh", "call.sh", "bash"],
    ["OpenAI, TypeScript", "ts", "app.mts", process.execPath],
    ["Anthropic, TypeScript", "ts", "app.mts", process.execPath],
    ["LangChain", "ts", "app.mts", process.execPath],
    ["Vercel AI SDK", "ts", "app.mts", process.execPath],
  ] as const;

  test.concurrent.each(tried)("%s", async (heading, language, file, command) => {
    const at = await createWorkspace(heading);
    await ranFile(at, file, blockOf("proxy.md", heading, language), command);
    const call = await at.call();
    expect(call).toMatchObject({ source: "proxy", provider: heading.startsWith("Anthropic") ? "anthropic" : "openai" });
    expect(textOf(call["input"])).toContain(question);
    expect(call["output"]).not.toEqual([]);
  });

  test(`OpenAI, Python${reason(pythonClients)}`, { concurrent: true, skip: isMissing(pythonClients) }, async () => {
    const at = await createWorkspace("Python");
    const text = blockOf("proxy.md", "OpenAI, Python", "python");
    await ranFile(at, "app.py", text, join(pythonBin(), "python"));
    expect(await at.call()).toMatchObject({ source: "proxy", requestModel: "gpt-4o" });
  });

  test("no program of the page is left out", () => {
    const programs = blocksOf("send/proxy.md").map(({ heading }) => heading);
    expect(new Set(programs)).toEqual(new Set([...tried.map(([heading]) => heading), "OpenAI, Python"]));
  });
});

describe("docs/send/opentelemetry.md", () => {
  const traced = (command: string) =>
    `${blockOf("opentelemetry.md", "Send calls with OpenTelemetry", "sh")}exec ${command}\n`;
  async function arrived(at: Workspace, command: string) {
    await ran(at, "bash", ["-c", traced(command)]);
    const call = await at.call();
    expect(call).toMatchObject({ source: "otlp", requestModel: "gpt-4o", service: "my-agent" });
    expect(textOf(call["input"])).toContain(question);
    expect(call["output"]).not.toEqual([]);
    return call;
  }

  test.concurrent("Node", async () => {
    const at = await createWorkspace("Node");
    writeFileSync(join(at.folder, "app.mts"), blockOf("opentelemetry.md", "Node", "ts"));
    expect(await arrived(at, `'${process.execPath}' app.mts`)).toMatchObject({ convention: "vercel-ai" });
  });

  test(`Python${reason(pythonClients)}`, { concurrent: true, skip: isMissing(pythonClients) }, async () => {
    const at = await createWorkspace("Python, traced");
    writeFileSync(join(at.folder, "app.py"), blockOf("opentelemetry.md", "Python", "python"));
    const start = blockOf("opentelemetry.md", "Python", "sh", 1).trim();
    await arrived(at, `env PATH='${pythonBin()}':"$PATH" ${start}`);
  });

  test(`Go${reason(go)}`, { concurrent: true, skip: isMissing(go) }, async () => {
    await arrived(await createWorkspace("Go"), `'${join(pathOf(go), "app")}'`);
  });

  test(`Java${reason(java)}`, { concurrent: true, skip: isMissing(java) }, async () => {
    const at = await createWorkspace("Java");
    await arrived(at, `java -cp '${join(pathOf(java), "lib")}/*:${pathOf(java)}' App`);
  });

  test("the programs of the page are these", () => {
    const programs = blocksOf("send/opentelemetry.md").filter(({ language }) => language !== "sh");
    expect(programs.map(({ heading }) => heading)).toEqual(["Node", "Python", "Go", "Java"]);
  });
});

describe("docs/send/collector.md", () => {
  test.skipIf(isMissing(collector))(`the exporter next to a receiver${reason(collector)}`, async () => {
    const at = await createWorkspace("Collector");
    const port = await freePort();
    const [exporter = "", receiver = ""] = [0, 1].map((index) =>
      blockOf("collector.md", "Send calls through an OpenTelemetry Collector", "yaml", index),
    );
    writeFileSync(join(at.folder, "gaffe.yaml"), exporter);
    writeFileSync(join(at.folder, "base.yaml"), receiver.replace("127.0.0.1:4318", `127.0.0.1:${port}`));
    await using _ = startProgram(
      collectorProgram(pathOf(collector)),
      ["--config", "base.yaml", "--config", "gaffe.yaml", "--set=service.telemetry.metrics.level=none"],
      { cwd: at.folder, env: at.env },
    );
    await eventually(
      () =>
        fetch(`http://127.0.0.1:${port}/`).then(
          () => true,
          () => false,
        ),
      (isUp) => isUp,
    );
    writeFileSync(join(at.folder, "app.mts"), blockOf("opentelemetry.md", "Node", "ts"));
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
    await ran(at, process.execPath, ["app.mts"], endpoint);
    expect(await at.call()).toMatchObject({ source: "otlp", convention: "vercel-ai" });
  });
});

describe("docs/send/api.md", () => {
  test.concurrent("cURL", async () => {
    const at = await createWorkspace("JSON by cURL");
    await ranFile(at, "call.sh", blockOf("api.md", "Send calls as JSON", "sh"), "bash");
    expect(await at.call()).toMatchObject({ source: "api", requestModel: "gpt-4o" });
  });

  test.concurrent("TypeScript", async () => {
    const at = await createWorkspace("JSON by TypeScript");
    await ranFile(at, "app.mts", blockOf("api.md", "TypeScript", "ts"), process.execPath);
    expect(await at.call()).toMatchObject({ source: "api", sessionId: "chat-42", usage: { outputTokens: 6 } });
  });

  test(`Python${reason(pythonTools)}`, { concurrent: true, skip: isMissing(pythonTools) }, async () => {
    const at = await createWorkspace("JSON by Python");
    writeFileSync(join(at.folder, "app.py"), blockOf("api.md", "Python", "python"));
    // As pip writes it: location and version.
    const distInfo = join(at.folder, "gaffe_sdk-0.1.0.dist-info");
    mkdirSync(distInfo);
    writeFileSync(join(distInfo, "METADATA"), "Metadata-Version: 2.4\nName: gaffe-sdk\nVersion: 0.1.0\n");
    const env = { PYTHONPATH: join(root, "sdk/python/src"), PYTHONDONTWRITEBYTECODE: "1" };
    await ran(at, join(pathOf(pythonTools), "bin/python"), ["app.py"], env);
    expect(await at.call()).toMatchObject({ source: "api", error: { type: "rate_limited", status: 429 } });
  });
});

/** Builds the Go program of the page. */
function goProgram() {
  const modules = ["go.opentelemetry.io/otel", "go.opentelemetry.io/otel/sdk"];
  const exporter = "go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp";
  const program = blocksOf("send/opentelemetry.md").find(({ language }) => language === "go");
  const version = "v1.46.0";
  return cachedTool({
    name: "go-sender",
    content: `${version} ${program?.text}`,
    timeoutMs: 180_000,
    async make(at, command) {
      writeFileSync(join(at, "main.go"), program?.text ?? "");
      await command("go", ["mod", "init", "app"], at);
      await command("go", ["get", ...[...modules, exporter].map((each) => `${each}@${version}`)], at);
      await command("nice", ["go", "build", "-mod=mod", "-o", "app", "."], at);
    },
  });
}

/** Compiles the Java program of the page, with its dependencies. */
function javaClasses() {
  const program = blocksOf("send/opentelemetry.md").find(({ language }) => language === "java");
  const dependency = (artifact: string) =>
    `<dependency><groupId>io.opentelemetry</groupId><artifactId>${artifact}</artifactId><version>1.45.0</version></dependency>`;
  const pom = `<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version>
<dependencies>${dependency("opentelemetry-sdk-extension-autoconfigure")}${dependency("opentelemetry-exporter-otlp")}</dependencies></project>`;
  return cachedTool({
    name: "java-sender",
    content: `${pom} ${program?.text}`,
    timeoutMs: 180_000,
    async make(at, command) {
      writeFileSync(join(at, "pom.xml"), pom);
      writeFileSync(join(at, "App.java"), program?.text ?? "");
      await command("mvn", ["-q", "-B", "dependency:copy-dependencies", `-DoutputDirectory=${join(at, "lib")}`], at);
      await command("javac", ["-cp", `${join(at, "lib")}/*`, "-d", dirname(join(at, "App.java")), "App.java"], at);
    },
  });
}
