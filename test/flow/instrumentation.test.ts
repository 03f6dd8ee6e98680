import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { temporaryFolder } from "../support/folder.ts";
import {
  type App,
  installApps,
  installInstrumentation,
  node22Of,
  openPlayground,
} from "../support/instrumented/apps.ts";
import { factsOfDatapoint, factsOfServed } from "../support/instrumented/facts.ts";
import { openStage, type Scene } from "../support/instrumented/provider.ts";
import { type Service, startService } from "../support/service.ts";
import { apiOf, eventually } from "../support/service-api.ts";
import { isMissing, reason, type Tool } from "../support/tool-cache.ts";
import { type Exchange, wire } from "../support/wire.ts";

const openAiVersions = ["4.104.0", "5.23.2", "6.49.0", "7.55.0"];
const apps: readonly App[] = openAiVersions.map((version) => ({
  name: `openai-${version.split(".")[0]}`,
  packages: { openai: version },
}));
const tools = { apps: await installApps(apps), instrumentation: await installInstrumentation() };
const missing: Tool = isMissing(tools.apps) ? tools.apps : tools.instrumentation;

const folder = temporaryFolder();
let service: Service;
let playground: ReturnType<typeof openPlayground>;
beforeAll(async () => {
  if (isMissing(missing)) return;
  service = await startService({ folder: folder.path });
  playground = openPlayground(tools);
});
afterAll(async () => {
  await service?.kill("SIGTERM");
  playground?.[Symbol.dispose]();
  folder[Symbol.dispose]();
});

const one = (name: string, index = 0): Exchange => wire(name)[index]!;
/** The exchange as it was recorded, asked for again. */
const again = (act: string, name: string, index = 0, more: Partial<Scene> = {}): Scene => {
  const exchange = one(name, index);
  return { act, body: exchange.rawRequest, answers: [exchange], ...more };
};

const openAiScenes: readonly Scene[] = [
  again("create", "chat"),
  again("create", "tool-roundtrip"),
  again("create", "tool-roundtrip", 1),
  again("create", "n2"),
  again("create", "refusal"),
  again("create", "image"),
  again("create", "usage-details"),
  again("twice", "chat"),
  again("read", "chat-stream"),
  again("read", "stream-tool"),
  again("tee", "chat-stream"),
  again("helper", "chat-stream"),
  again("create", "error-401"),
  again("create", "error-429"),
  again("create", "context-length"),
  again("leave", "chat-stream", 0, { ending: "left" }),
  again("read", "chat-stream", 0, { ending: "dropped" }),
  again("responses", "responses-tool"),
  again("responses", "responses-incomplete"),
  again("responses", "responses-reasoning"),
  again("read responses", "responses-stream"),
  again("embeddings", "embeddings"),
];

const cases = apps.flatMap((app) =>
  ["openai.mjs", "openai.cjs"].map((script) => ({ app, script, title: `${app.name} ${script}`, scenes: openAiScenes })),
);

describe.skipIf(isMissing(missing))(`applications that are started with --import${reason(missing)}`, () => {
  test.each(cases)(
    "$title: each call is a datapoint that equals what the server saw",
    { timeout: 90_000 },
    async (given) => {
      await expectDatapoints(given);
    },
  );
});

const node = isMissing(missing) ? undefined : node22Of(tools.apps);
test.skipIf(!node).each([cases[1]!, cases.at(-2)!])(
  `$title on Node 22${node ? "" : " (skipped: no such binary for this platform)"}`,
  { timeout: 90_000 },
  async (given) => {
    await expectDatapoints({ ...given, node });
  },
);

interface Given {
  readonly app: App;
  readonly script: string;
  readonly scenes: readonly Scene[];
  readonly node?: string | undefined;
}

async function expectDatapoints({ app, script, scenes, node }: Given): Promise<void> {
  await using stage = await openStage(scenes);
  const file = join(playground.place(app), "scenes.json");
  writeFileSync(file, JSON.stringify(scenes));
  const target = { url: service.url, token: await tokenOf(`${app.name}-${script}-${node ?? "node"}`) };
  const ended = await playground.run({
    app,
    script,
    args: [stage.url, file],
    env: { GAFFE_ENDPOINT: target.url, GAFFE_TOKEN: target.token },
    node,
  });
  expect([ended.code, stage.refused]).toEqual([0, []]);
  expect(stage.left).toEqual([]);
  const found = await eventually(
    () => datapointsOf(target),
    (seen) => seen.length >= stage.served.length,
  );
  const told = found.map((each, index) => ({ act: stage.served[index]?.act, ...factsOfDatapoint(each) }));
  for (const [index, served] of stage.served.entries()) {
    expect(told[index]).toEqual({ act: served.act, ...factsOfServed(served) });
  }
  expect(found).toHaveLength(stage.served.length);
  for (const each of found)
    if (each["streaming"] === true) expect(each["timeToFirstTokenMs"]).toBeGreaterThanOrEqual(0);
}

/** A project of its own, and its token. */
async function tokenOf(name: string): Promise<string> {
  const made = z.looseObject({ id: z.string() }).parse(await apiOf(service).post("/projects", { name }));
  const scopes = ["ingest", "read"];
  const token = await apiOf(service).post("/tokens", { name, projectId: made.id, scopes });
  return z.looseObject({ secret: z.string() }).parse(token).secret;
}

const Listed = z.object({ items: z.array(z.looseObject({ id: z.string() })) });

async function datapointsOf(target: { readonly url: string; readonly token: string }) {
  const api = apiOf(target);
  const { items } = Listed.parse(await api.get("/datapoints?from=2020-01-01&limit=200"));
  const whole = await Promise.all(
    items.map(async ({ id }) => z.looseObject({ startedAt: z.string() }).parse(await api.get(`/datapoints/${id}`))),
  );
  return whole.sort((a, b) => a.startedAt.localeCompare(b.startedAt));
}
