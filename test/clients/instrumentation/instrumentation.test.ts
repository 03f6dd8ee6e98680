import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { isMissing, reason, type Tool } from "../../support/clients/tool-cache.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { apiOf, eventually } from "../../support/service/service-api.ts";
import { type App, installApps, installInstrumentation, node22Of, openPlayground } from "./support/apps.ts";
import { factsOfDatapoint, factsOfServed } from "./support/facts.ts";
import { openStage, type Scene } from "./support/provider.ts";
import { apps, cases } from "./support/scenes.ts";

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

describe.skipIf(isMissing(missing))(`applications that are started with --import${reason(missing)}`, () => {
  test.concurrent.each(cases)("$title: each call is a datapoint that equals what the server saw", expectDatapoints);

  const node = isMissing(missing) ? undefined : node22Of(tools.apps);
  const onNode22 = cases.filter(({ title }) => /^(openai-4 .*cjs|openai-7 .*mjs|vercel-ai-7|langchain-1)/.test(title));
  test.skipIf(!node).concurrent.each(onNode22)(
    `$title on Node 22${node ? "" : " (skipped: no such binary for this platform)"}`,
    (given) => expectDatapoints({ ...given, node }),
  );
});

interface Given {
  readonly title: string;
  readonly app: App;
  readonly script: string;
  readonly scenes: readonly Scene[];
  readonly node?: string | undefined;
}

async function expectDatapoints({ title, app, script, scenes, node }: Given): Promise<void> {
  await using stage = await openStage(scenes);
  const name = `${title} ${node ? "on Node 22" : ""}`.trim();
  const file = join(playground.path, `${name}.json`);
  writeFileSync(file, JSON.stringify(scenes));
  const target = { url: service.url, token: await tokenOf(name) };
  const ended = await playground.run({
    app,
    script,
    args: [stage.url, file],
    env: {
      GAFFE_ENDPOINT: target.url,
      GAFFE_TOKEN: target.token,
      OTEL_EXPORTER_OTLP_TIMEOUT: "120000",
      OTEL_BSP_EXPORT_TIMEOUT: "120000",
    },
    node,
  });
  expect([name, ended.code, stage.refused]).toEqual([name, 0, []]);
  expect(stage.left).toEqual([]);
  const found = await eventually(
    () => datapointsOf(target),
    (seen) => seen.length >= stage.served.length,
  );
  for (const [index, served] of stage.served.entries()) {
    const actual = found[index] && { name, act: served.act, ...factsOfDatapoint(found[index]) };
    expect(actual).toEqual({ name, act: served.act, ...factsOfServed(served) });
  }
  expect(found).toHaveLength(stage.served.length);
  const streams = found.filter((each) => each["streaming"] === true);
  for (const each of streams) expect(each["timeToFirstTokenMs"]).toBeGreaterThanOrEqual(0);
}

/** Returns the token of a new project. */
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
