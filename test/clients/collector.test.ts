import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual, promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { isMissing, pathOf, reason } from "../support/clients/tool-cache.ts";
import { capturesIn, someCaptures } from "../support/data/captures.ts";
import { awsKey, githubToken, privateKey } from "../support/data/secrets.ts";
import {
  collectorConfig,
  collectorEnv,
  collectorProgram,
  collectorTool,
  manifest,
  notBuilt,
  startCollector,
} from "../support/receivers/collector.ts";
import { goodToken, startReceiver } from "../support/receivers/otlp-receiver.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { apiOf, eventually } from "../support/service/service-api.ts";

const tool = await collectorTool();
const folder = temporaryFolder();
let service: Service;
beforeAll(async () => {
  service = await startService({ folder: join(folder.path, "gaffe") });
});
afterAll(async () => {
  await service.kill("SIGTERM");
  folder[Symbol.dispose]();
});

const files = readdirSync(collectorConfig).filter((name) => name.endsWith(".yaml") && name !== "builder.yaml");

const Config = z.looseObject({
  receivers: z.record(z.string(), z.unknown()).default({}),
  processors: z.record(z.string(), z.unknown()).default({}),
  exporters: z.record(z.string(), z.unknown()).default({}),
  extensions: z.record(z.string(), z.unknown()).default({}),
});
const configOf = (file: string) => Config.parse(parse(readFileSync(join(collectorConfig, file), "utf8")));
const kinds = ["receivers", "processors", "exporters", "extensions"] as const;

test("the builder's manifest lists the components that the files use and no others", () => {
  const moduleOf = { file_storage: "filestorage", loadbalancing: notBuilt } as Record<string, string>;
  for (const kind of kinds) {
    const types = new Set(
      files.flatMap((file) => Object.keys(configOf(file)[kind]).map((id) => id.split("/")[0] ?? "")),
    );
    const suffix = kind === "extensions" ? "extension" : kind.slice(0, -1);
    const wanted = [...types].map((type) => moduleOf[type] ?? `${type.replaceAll("_", "")}${suffix}`);
    const listed = manifest[kind].map(({ gomod }) => gomod.replace(/ .*/, "").split("/").at(-1) ?? "");
    expect(listed.sort()).toEqual(wanted.sort());
  }
});

describe.skipIf(isMissing(tool))(`the Collector${reason(tool)}`, () => {
  test.each(files)("%s is valid", async (file) => {
    const flags = ["agent-before-gateway.yaml"].includes(file) ? ["agent.yaml", file] : [file];
    const paths = flags.map((name) => (name === "balancer.yaml" ? unbalanced() : join(collectorConfig, name)));
    await promisify(execFile)(
      collectorProgram(pathOf(tool)),
      ["validate", ...paths.flatMap((path) => ["--config", path])],
      { env: { ...collectorEnv({ state: folder.path, target: service }), GATEWAY_HOST: "localhost" } },
    );
  });

  test("an agent delivers the same calls of real instrumentations as a direct export, and drops other traces", async () => {
    const [through, direct] = [await projectNamed("through an agent"), await projectNamed("direct")];
    await using agent = await startAgent(through);
    let sent = 0;
    for (const capture of capturesIn(someCaptures)) {
      await sendCapture(capture, agent.url, {});
      await sendCapture(capture, service.url, { "api-key": direct.token });
      sent += capture.files.length;
    }
    expect(sent).toBeGreaterThan(100);
    const noise = call("noise", 1, { name: "GET /health", attributes: { "http.route": "/health" } });
    const failed = call("failed", 1, { name: "POST", kind: 3, attributes: { "http.response.status_code": 429 } });
    const whole = call("whole", 1, { name: "GET /", attributes: {}, resource: { "gaffe.keep": "trace" } });
    await Promise.all([noise, failed, whole].map((span) => post(agent.url, [span])));
    const wanted = await settled(direct);
    expect(wanted.length).toBeGreaterThan(100);
    const seen = await until(
      () => listed(through),
      (list) => isDeepStrictEqual(list, wanted),
    );
    expect(seen).toEqual(wanted);
    for (const { traceId, name } of [failed, whole])
      expect(
        await until(
          () => spanNames(through, traceId),
          (list) => list.length > 0,
        ),
      ).toEqual([name]);
    expect(await spanNames(through, noise.traceId)).toEqual([]);
  });

  test("an agent takes secrets out of texts, events and log records", async () => {
    await using receiver = await startReceiver();
    await using agent = await startAgent({ url: receiver.url, token: goodToken });
    const texts = { text: `keys ${awsKey} and ${githubToken}`, event: `before ${privateKey} after` };
    const span = call("secret", 1, texts);
    await post(agent.url, [span]);
    const record = {
      traceId: span.traceId,
      spanId: span.spanId,
      timeUnixNano: now(),
      eventName: "gen_ai.user.message",
      body: { stringValue: `once more ${awsKey}` },
    };
    const logs = { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] };
    await accepted(`${agent.url}/v1/logs`, logs);
    const arrived = await until(
      () => Promise.resolve(receiver.batches.map(({ bytes }) => Buffer.from(bytes).toString("utf8")).join("\n")),
      (text) => text.includes("once more") && text.includes("keys "),
    );
    expect(arrived).toContain("keys [redacted:aws_access_key] and [redacted:github_token]");
    expect(arrived).toContain("once more [redacted:aws_access_key]");
    expect(arrived).toContain("before [redacted:private_key] after");
    for (const secret of [awsKey, githubToken, "MIIEow"]) expect(arrived).not.toContain(secret);
  });

  test("an agent delivers what it accepted while Gaffe was away, once, although it was killed itself", async () => {
    const target = await projectNamed("killed");
    const state = join(folder.path, "killed");
    const start = (ports?: { http: number; grpc: number }) =>
      startCollector({ tool: pathOf(tool), configs: ["agent.yaml"], state, target, ...(ports ? { ports } : {}) });
    const ledger: string[] = [];
    const agent = await start();
    const send = async (count: number) => {
      for (let number = 0; number < count; number++) {
        const span = call("killed", ledger.length);
        await post(agent.url, [span]);
        ledger.push(span.spanId);
      }
    };
    await send(20);
    await service.kill("SIGTERM");
    await send(20);
    await agent.kill("SIGKILL");
    await using again = await start(agent.ports);
    await send(20);
    service = await startService({ folder: join(folder.path, "gaffe"), port: service.port });
    await send(5);
    const seen = await until(
      () => listed(target),
      (list) => list.length >= ledger.length,
    );
    expect(seen.map(({ spanId }) => spanId).sort(), again.output()).toEqual(ledger.sort());
  });

  test("a gateway forwards the traces of calls and of errors, and no others, and loses no call when it is killed", async () => {
    const target = await projectNamed("gateway");
    const state = join(folder.path, "gateway");
    const start = (ports?: { http: number; grpc: number }) =>
      startCollector({ tool: pathOf(tool), configs: ["gateway.yaml"], state, target, ...(ports ? { ports } : {}) });
    const first = await start();
    await using agent = await startCollector({
      tool: pathOf(tool),
      configs: ["agent.yaml", "agent-before-gateway.yaml"],
      state: join(folder.path, "before"),
      target: { url: first.url, token: "" },
    });
    const http = (trace: string, number: number, more: Partial<Made> = {}) =>
      call(trace, number, { name: "GET /", attributes: { "http.route": "/" }, ...more });
    const callTrace = [http("asked", 1), call("asked", 2), http("asked", 3)];
    const plainTrace = [http("quiet", 1), http("quiet", 2)];
    const failed = [http("broken", 1), http("broken", 2, { failed: true })];
    await post(agent.url, [callTrace[0]!, plainTrace[0]!, failed[0]!]);
    await post(agent.url, [...callTrace.slice(1), ...plainTrace.slice(1), ...failed.slice(1)]);
    for (const [spans, names] of [
      [callTrace, ["GET /", "GET /", "chat"]],
      [failed, ["GET /", "GET /"]],
    ] as const)
      expect(
        await until(
          () => spanNames(target, spans[0]!.traceId),
          (list) => list.length >= spans.length,
        ),
      ).toEqual(names);

    // Straight to the gateway, which acknowledges a call when it is on disk: after a kill it delivers all
    // acknowledged calls.
    const ledger = [callTrace[1]!.spanId];
    for (let number = 10; number < 30; number++) {
      const span = call("asked", number);
      await post(first.url, [span]);
      ledger.push(span.spanId);
    }
    await first.kill("SIGKILL");
    await using _second = await start(first.ports);
    const seen = await until(
      () => listed(target),
      (list) => list.length >= ledger.length,
    );
    expect(seen.map(({ spanId }) => spanId).sort()).toEqual(ledger.sort());
    // The sampling decision covers this trace as well as those that have arrived.
    expect(await spanNames(target, plainTrace[0]!.traceId)).toEqual([]);
  });

  test("a balancer hands on what it takes (its exporter replaced by a plain one)", async () => {
    const target = await projectNamed("balanced");
    const configs = [unbalanced()];
    await using balancer = await startCollector({
      tool: pathOf(tool),
      configs,
      state: join(folder.path, "balancer"),
      target,
    });
    const span = call("balanced", 1);
    await post(balancer.url, [span]);
    const names = await until(
      () => spanNames(target, span.traceId),
      (list) => list.length > 0,
    );
    expect(names).toEqual(["chat"]);
  });

  const startAgent = (target: Target) =>
    startCollector({ tool: pathOf(tool), configs: ["agent.yaml"], state: join(folder.path, target.token), target });
});

interface Target {
  readonly url: string;
  readonly token: string;
}

async function projectNamed(name: string): Promise<Target> {
  const { id } = z.looseObject({ id: z.string() }).parse(await apiOf(service).post("/projects", { name }));
  const token = await apiOf(service).post("/tokens", { name, projectId: id, scopes: ["ingest", "read"] });
  return { url: service.url, token: z.looseObject({ secret: z.string() }).parse(token).secret };
}

/** Returns balancer.yaml with a plain exporter instead of the one that was not built. */
function unbalanced(): string {
  const config = configOf("balancer.yaml");
  const text = stringify({
    ...config,
    exporters: { "otlp_http/gaffe": configOf("agent.yaml").exporters["otlp_http/gaffe"] },
  });
  const path = join(folder.path, "unbalanced.yaml");
  writeFileSync(path, text.replaceAll("- loadbalancing", "- otlp_http/gaffe"));
  return path;
}

interface Made {
  readonly name: string;
  readonly kind: number;
  readonly text: string;
  readonly event: string;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly resource: Readonly<Record<string, string>>;
}

const hex = (text: string, length: number) => Buffer.from(text).toString("hex").padEnd(length, "0").slice(0, length);
const now = () => `${BigInt(Date.now()) * 1_000_000n}`;

/** Returns a span of a trace: a model call unless `made` has attributes. */
function call(trace: string, number: number, made: Partial<Made> = {}) {
  const { name = "chat", kind = 1, text = "Say hello", event, failed = false, resource = {} } = made;
  const messages = (role: string, content: string) => JSON.stringify([{ role, parts: [{ type: "text", content }] }]);
  const attributes = made.attributes ?? {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "openai",
    "gen_ai.request.model": "gpt-4o",
    "gen_ai.input.messages": messages("user", text),
    "gen_ai.output.messages": messages("assistant", "Hello."),
  };
  return {
    traceId: hex(trace, 32),
    spanId: hex(`${number}`.padStart(3, "0") + trace, 16),
    name,
    kind,
    startTimeUnixNano: now(),
    endTimeUnixNano: now(),
    attributes: attributesOf(attributes),
    ...(failed ? { status: { code: 2 } } : {}),
    ...(event === undefined
      ? {}
      : { events: [{ name: "seen", timeUnixNano: now(), attributes: attributesOf({ text: event }) }] }),
    resource,
  };
}

const attributesOf = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === "string" ? { stringValue: value } : { intValue: `${value}` },
  }));

async function post(url: string, spans: readonly ReturnType<typeof call>[]): Promise<void> {
  const resourceSpans = spans.map(({ resource, ...span }) => ({
    resource: { attributes: attributesOf(resource) },
    scopeSpans: [{ spans: [span] }],
  }));
  await accepted(`${url}/v1/traces`, { resourceSpans });
}

async function accepted(url: string, body: unknown): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
}

async function sendCapture(
  { files }: ReturnType<typeof capturesIn>[number],
  url: string,
  headers: Record<string, string>,
): Promise<void> {
  for (const { file, path, contentType, contentEncoding } of files) {
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      body: readFileSync(join(someCaptures, file)),
      headers: {
        ...headers,
        "content-type": contentType,
        ...(contentEncoding ? { "content-encoding": contentEncoding } : {}),
      },
    });
    await answer.body?.cancel();
    expect([file, answer.status]).toEqual([file, 200]);
  }
}

const Page = z.object({
  items: z.array(
    z.looseObject({
      traceId: z.string(),
      spanId: z.string(),
      requestModel: z.string().optional(),
      error: z.unknown().optional(),
    }),
  ),
  nextCursor: z.string().optional(),
});

/** Lists all datapoints of a project in a stable order, with the compared fields. */
async function listed(target: Target) {
  const items: z.infer<typeof Page>["items"] = [];
  for (let cursor: string | undefined; ; ) {
    const more = cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = Page.parse(await apiOf(target).get(`/datapoints?from=2020-01-01&limit=200${more}`));
    items.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  return items
    .map(({ traceId, spanId, requestModel, error }) => ({ traceId, spanId, requestModel, error }))
    .sort((left, right) => (left.traceId + left.spanId < right.traceId + right.spanId ? -1 : 1));
}

/** Reads until nothing new arrives and no queue has items. */
async function settled(target: Target) {
  let before = await listed(target);
  for (let quiet = 0; quiet < 3; ) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const health = z.looseObject({ pipeline: z.looseObject({ lagMs: z.number() }) });
    const { lagMs } = health.parse(await apiOf(target).get("/health")).pipeline;
    const after = await listed(target);
    quiet = lagMs === 0 && after.length === before.length ? quiet + 1 : 0;
    before = after;
  }
  return before;
}

async function traceOf(target: Target, traceId: string): Promise<string> {
  const answer = await fetch(`${target.url}/api/v1/traces/${traceId}`, { headers: { "api-key": target.token } });
  return answer.ok ? await answer.text() : "";
}

async function spanNames(target: Target, traceId: string): Promise<readonly string[]> {
  const text = await traceOf(target, traceId);
  if (text === "") return [];
  const { spans } = z.looseObject({ spans: z.array(z.looseObject({ name: z.string() })) }).parse(JSON.parse(text));
  return spans.map(({ name }) => name).sort();
}

/** Works like eventually, with a timeout that covers the Collector's retry interval. */
async function until<Seen>(read: () => Promise<Seen>, wanted: (seen: Seen) => boolean): Promise<Seen> {
  let seen = await eventually(read, wanted);
  for (let rounds = 0; rounds < 4 && !wanted(seen); rounds++) seen = await eventually(read, wanted);
  return seen;
}
