import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../../src/platform/http/free-port.ts";
import { isMissing, reason, type Tool } from "../../support/clients/tool-cache.ts";
import { wire } from "../../support/providers/wire.ts";
import { startReceiver } from "../../support/receivers/receiver.ts";
import { type App, installApps, installInstrumentation, openPlayground } from "./support/apps.ts";
import { openStage, type Scene } from "./support/provider.ts";
import { apps } from "./support/scenes.ts";

const tools = { apps: await installApps(apps), instrumentation: await installInstrumentation() };
const missing: Tool = isMissing(tools.apps) ? tools.apps : tools.instrumentation;
const app = apps.find(({ name }) => name === "openai-7")!;
const sideBySide = apps.find(({ name }) => name.startsWith("beside"))!;

let playground: ReturnType<typeof openPlayground>;
beforeAll(() => {
  if (!isMissing(missing)) playground = openPlayground(tools);
});
afterAll(() => playground?.[Symbol.dispose]());

const chat: Scene = { act: "ask", body: {}, answers: [wire("chat")[0]!] };
const stream: Scene = { act: "ask", body: {}, answers: [wire("chat-stream")[0]!], ending: "left" };

describe.skipIf(isMissing(missing))(`an instrumented application${reason(missing)}`, () => {
  test.concurrent.each([
    ["naturally", "natural", { code: 5, signal: null }],
    ["by process.exit", "exit", { code: 6, signal: null }],
    ["by what it throws", "throw", { code: 1, signal: null }],
  ])(
    "that ends %s delivers the remaining spans and ends with the same exit code and signal",
    async (_, end, expected) => {
      await using world = await openWorld([chat]);
      expect(await world.run([end])).toMatchObject(expected);
      expect(world.spans()).toHaveLength(1);
    },
  );

  test.concurrent.each([
    ["dies of the signal", "signal", { code: null, signal: "SIGTERM" }],
    ["ends as its own listener decides", "listener", { code: 7, signal: null }],
  ])("that is sent SIGTERM delivers the remaining spans and %s", async (_, end, expected) => {
    await using world = await openWorld([chat]);
    const child = world.start([end]);
    await new Promise<void>((resolve) => child.stdout.on("data", () => resolve()));
    child.kill("SIGTERM");
    const [code, signal] = (await once(child, "close")) as [number | null, string | null];
    expect({ code, signal }).toEqual(expected);
    expect(world.spans()).toHaveLength(1);
  });

  test.concurrent("ends even if its spans cannot be delivered, and reports once what was lost", async () => {
    await using world = await openWorld([chat]);
    const nobody = { GAFFE_ENDPOINT: `http://127.0.0.1:${await freePort()}` };
    const refused = await world.run(["natural"], { env: nobody });
    expect([refused.code, refused.stderr.match(/span lost/g)?.length]).toEqual([5, 1]);
  });

  test.concurrent("ends although its spans are never answered", async () => {
    await using world = await openWorld([chat]);
    world.sink.state.reply = () => undefined;
    // Ten minutes: a process that waited for the response would still be running at the end of the test.
    const { code } = await world.run(["natural"], {
      env: { OTEL_EXPORTER_OTLP_TIMEOUT: "600000", OTEL_BSP_EXPORT_TIMEOUT: "" },
    });
    expect(code).toBe(5);
  });

  test.concurrent("records a stream that it never read", async () => {
    await using world = await openWorld([stream]);
    await world.run(["unread"]);
    expect(world.spans()).toMatchObject([{ attributes: { "error.type": "cancelled" } }]);
  });

  test.concurrent("records a rejection that it does not handle", async () => {
    await using world = await openWorld([{ ...chat, answers: [wire("error-429")[0]!] }]);
    expect((await world.run(["unhandled"])).stdout).toContain("unhandled 429");
  });

  test.concurrent("registers once, and applies the options of a second call", async () => {
    await using world = await openWorld([chat]);
    await world.run(["again"]);
    const [span, ...others] = world.spans();
    expect(others).toEqual([]);
    expect(span?.attributes).not.toHaveProperty("gen_ai.input.messages");
  });

  test.concurrent("records the user and session of each call", async () => {
    await using world = await openWorld([chat, chat]);
    await world.run(["who"]);
    const [inside, outside] = world.spans();
    expect(inside?.attributes).toMatchObject({
      "session.id": "chat-42",
      "gen_ai.conversation.id": "chat-42",
      "user.id": "user-7",
      metadata: '{"plan":"pro"}',
    });
    expect(JSON.stringify(inside?.attributes["tag.tags"])).toContain('"a"');
    expect(JSON.stringify(inside?.attributes["tag.tags"])).toContain('"b"');
    expect(outside?.attributes).not.toHaveProperty("session.id");
  });

  const content = ["gen_ai.input.messages", "gen_ai.output.messages"];
  test.concurrent.each([
    ["", "on spans", content, []],
    ["TRUE", "on spans", content, []],
    ["span_only", "on spans", content, []],
    ["Event_Only", "on events", [], content],
    ["SPAN_AND_EVENT", "on spans and their events", content, content],
    ["false", "not captured", [], []],
    ["NO_CONTENT", "not captured", [], []],
    ["yes please", "not captured", [], []],
  ])("with the content policy %j reports %j and follows it", async (value, line, onSpan, onEvent) => {
    await using world = await openWorld([chat]);
    const { stderr } = await world.run(["natural"], {
      env: { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: value },
    });
    expect(stderr).toContain(line);
    const [span] = world.spans();
    const contentIn = (attributes: object = {}) => Object.keys(attributes).filter((name) => content.includes(name));
    expect(contentIn(span?.attributes)).toEqual(onSpan);
    expect(contentIn(span?.events["gen_ai.client.inference.operation.details"])).toEqual(onEvent);
    expect(span?.attributes["gen_ai.usage.input_tokens"]).toBeDefined();
    if (onSpan.length + onEvent.length === 0) expect(JSON.stringify(span)).not.toContain("4111");
  });

  test.concurrent.each([
    ["what it rewrites", "(text) => text.replaceAll(/\\d{16}/g, '[card]')", "My card is [card]"],
    ["nothing where it throws", "() => { throw new Error('no') }", "redaction hook failed"],
  ])("records of a text that a redaction hook sees %s", async (name, hook, expected) => {
    await using world = await openWorld([chat]);
    const file = join(playground.place(app), `redact ${name}.mjs`);
    writeFileSync(file, `import { register } from "@gaffe/instrumentation";\nregister({ redact: ${hook} });\n`);
    await world.run(["natural"], { flags: ["--import", `./redact%20${name.replaceAll(" ", "%20")}.mjs`] });
    const serializedSpans = JSON.stringify(world.spans());
    expect(serializedSpans).toContain(expected);
    expect(serializedSpans).not.toContain("4111");
  });

  test.concurrent("is not affected by OTEL_SDK_DISABLED or by mistakes in its variables", async () => {
    await using world = await openWorld([chat, chat]);
    const off = await world.run(["natural"], { env: { OTEL_SDK_DISABLED: "true" } });
    expect([off.code, off.stderr, world.spans()]).toEqual([5, "", []]);
    const wrong = await world.run(["natural"], {
      env: {
        OTEL_TRACES_EXPORTER: "zipkin",
        OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
        OTEL_EXPORTER_OTLP_CERTIFICATE: "/no/such/file",
        OTEL_EXPORTER_OTLP_HEADERS: "=,a,b=%zz",
      },
    });
    expect(wrong.code).toBe(5);
    expect(wrong.stderr).toContain("OTEL_TRACES_EXPORTER=zipkin is none of");
    expect(wrong.stderr).toContain("OTEL_EXPORTER_OTLP_PROTOCOL=grpc is not spoken here");
    expect(wrong.stderr).toContain("/no/such/file cannot be read");
  });

  test.concurrent("is traced by NODE_OPTIONS too, and by --require", async () => {
    await using world = await openWorld([chat, chat]);
    await world.run(["natural"], {
      flags: [],
      env: { NODE_OPTIONS: "--import @gaffe/instrumentation/register" },
    });
    await world.run(["natural"], { flags: ["--require", "@gaffe/instrumentation/register"] });
    expect(world.spans()).toHaveLength(2);
  });
});

describe.skipIf(isMissing(missing))(`with the application's own OpenTelemetry${reason(missing)}`, () => {
  const flags = { "register first": undefined, "register after": [] };

  test.concurrent.each(["register first", "register after"] as const)(
    "%s: it stays, with our spans in it",
    async (order) => {
      await using world = await openWorld([chat], sideBySide, "beside.mjs");
      const { stdout, stderr } = await world.run([order], { flags: flags[order], env: {} });
      expect(stderr).not.toContain("Error");
      expect(JSON.parse(stdout)).toEqual({
        isSetUp: [true, true],
        isBelow: true,
        names: ["chat gpt-4.1-mini", "handle request"],
      });
      // A Gaffe endpoint is configured: spans about models are sent there as well, and no others.
      expect(world.spans().map(({ name }) => name)).toEqual(["chat gpt-4.1-mini"]);
    },
  );

  test.concurrent("adds no second exporter where only OTLP variables are set", async () => {
    await using world = await openWorld([chat], sideBySide, "beside.mjs");
    const env = { GAFFE_ENDPOINT: "", OTEL_EXPORTER_OTLP_ENDPOINT: world.sink.url };
    const { stdout } = await world.run(["register first"], { env });
    expect(JSON.parse(stdout)).toMatchObject({ names: ["chat gpt-4.1-mini", "handle request"] });
    expect(world.spans()).toEqual([]);
  });
});

interface ExportedSpan {
  readonly spanId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[] | undefined;
}

/** Starts a provider, an OTLP/JSON receiver, and an application between them. */
async function openWorld(scenes: readonly Scene[], of: App = app, script = "life.mjs") {
  const stage = await openStage(scenes);
  const sink = await startReceiver();
  const started = (args: readonly string[], { env = {}, flags }: Options) => ({
    app: of,
    script,
    args: [stage.url, ...args],
    env: {
      GAFFE_ENDPOINT: sink.url,
      GAFFE_TOKEN: "gaffe_t",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_TIMEOUT: "120000",
      // The remaining spans are sent by a child process at exit, which starts slowly on a busy machine.
      OTEL_BSP_EXPORT_TIMEOUT: "120000",
      ...env,
    },
    ...(flags ? { flags } : {}),
  });
  return {
    sink,
    start: (args: readonly string[], options: Options = {}) => playground.start(started(args, options)),
    run: (args: readonly string[], options: Options = {}) => playground.run(started(args, options)),
    // A span in transit when the process ended is sent twice.
    spans: (): ExportedSpan[] => [
      ...new Map(sink.received.flatMap(({ body }) => spansIn(body)).map((span) => [span.spanId, span])).values(),
    ],
    async [Symbol.asyncDispose]() {
      await stage[Symbol.asyncDispose]();
      await sink[Symbol.asyncDispose]();
    },
  };
}

// OTLP/JSON as the exporter writes it.
// oxlint-disable-next-line typescript/no-explicit-any
type Raw = any;

function spansIn(body: string): ExportedSpan[] {
  const { resourceSpans }: Raw = JSON.parse(body);
  const spans = resourceSpans.flatMap((each: Raw) => each.scopeSpans).flatMap((each: Raw) => each.spans);
  return spans.map((span: Raw) => ({
    spanId: span.spanId,
    name: span.name,
    attributes: attributesOf(span.attributes),
    events: Object.fromEntries((span.events ?? []).map((event: Raw) => [event.name, attributesOf(event.attributes)])),
  }));
}

const attributesOf = (attributes: Raw) =>
  Object.fromEntries((attributes ?? []).map(({ key, value }: Raw) => [key, Object.values(value)[0]]));
