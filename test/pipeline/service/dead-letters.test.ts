import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeTraces } from "../../../src/otlp/encode.ts";
import { chatSpan } from "../../lab/spans.ts";
import { refuseNoSpans, refuseSpansNamed } from "../../support/data/poison.ts";
import { startClickHouse } from "../../support/engines/clickhouse-server.ts";
import { gaffeCommand } from "../../support/service/command.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { apiOf, eventually } from "../../support/service/service-api.ts";

interface DeadLetterCounts {
  readonly items: readonly { readonly id: string; readonly traceId: string; readonly reason: string }[];
  readonly count: number;
}
interface Queues {
  readonly items: readonly { readonly name: string; readonly state: string; readonly reason?: string }[];
}

const poison = "poisoned call";
const folder = temporaryFolder();
let clickhouse: Awaited<ReturnType<typeof startClickHouse>>;
let service: Service;
let run = 100;

beforeAll(async () => {
  clickhouse = await startClickHouse();
  service = await startService({ folder: folder.path, env: { CLICKHOUSE_URL: clickhouse.url } });
  await refuseSpansNamed(clickhouse, poison);
});

afterAll(async () => {
  await service?.kill("SIGTERM");
  await clickhouse?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const deadLetters = async () => (await apiOf(service).get("/dead-letters")) as DeadLetterCounts;
const queueOf = async (name: string) =>
  ((await apiOf(service).get("/health/queues")) as Queues).items.find((queue) => queue.name === name);
const gaffe = (...args: readonly string[]) =>
  gaffeCommand(["dead-letters", ...args], {
    cwd: folder.path,
    env: { GAFFE_TOKEN: service.token, GAFFE_ENDPOINT: service.url },
  });

/** Sends calls in one request, of which some have the poisoned name; returns the traces of both kinds. */
async function send(good: number, poisoned: number) {
  const facts = { run: ++run, startMs: Date.now() - 5000 };
  const spans = Array.from({ length: good + poisoned }, (_, number) => ({
    ...chatSpan({ ...facts, number }),
    ...(number < good ? {} : { name: poison }),
  }));
  const response = await fetch(`${service.url}/v1/traces`, {
    method: "POST",
    headers: { "content-type": "application/x-protobuf", "api-key": service.token },
    body: encodeTraces(spans),
  });
  expect(response.status).toBe(200);
  const traces = spans.map(({ traceId }) => traceId);
  return { good: traces.slice(0, good), poisoned: traces.slice(good) };
}

async function isVisible(traceId: string): Promise<boolean> {
  const { items } = (await apiOf(service).get(`/datapoints?q=trace:${traceId}`)) as { items: readonly unknown[] };
  return items.length > 0;
}
const becomesVisible = async (traceIds: readonly string[]) => {
  for (const traceId of traceIds) expect(await eventually(() => isVisible(traceId), Boolean)).toBe(true);
};

describe("a call that ClickHouse refuses while it takes others", () => {
  test("becomes a dead letter with the reason, next to calls of the same request that are stored", async () => {
    const sent = await send(20, 2);
    await becomesVisible(sent.good);
    const found = await eventually(deadLetters, ({ count }) => count === 2);
    expect(found.items.map(({ traceId }) => traceId).sort()).toEqual([...sent.poisoned].sort());
    for (const { reason } of found.items) expect(reason).toContain("no_poison");
    expect(await queueOf("dead_letters")).toMatchObject({ state: "stalled" });
    const { pipeline } = (await apiOf(service).get("/health")) as { pipeline: { deadLetters: { count: number } } };
    expect(pipeline.deadLetters.count).toBe(2);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain("gaffe_dead_letters 2");
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  });

  test("is listed by the command, comes back when it fails again, and is deleted for good", async () => {
    const listed = await gaffe("list", "--json");
    const { items } = JSON.parse(listed.stdout) as DeadLetterCounts;
    const [first] = items;
    expect(first).toBeDefined();
    const before = items.length;
    expect(await gaffe("replay", first?.id ?? "")).toMatchObject({ status: 0 });
    expect((await eventually(deadLetters, ({ count }) => count === before)).count).toBe(before);
    const [one] = (await deadLetters()).items;
    expect(await gaffe("delete", one?.id ?? "")).toMatchObject({ status: 0 });
    expect((await deadLetters()).items.map(({ id }) => id)).not.toContain(one?.id);
  });

  test("is stored by a replay, once ClickHouse takes it", async () => {
    const { poisoned } = await send(1, 1);
    await eventually(deadLetters, ({ items }) => items.some(({ traceId }) => poisoned.includes(traceId)));
    await refuseNoSpans(clickhouse);
    expect(await gaffe("replay", "--all")).toMatchObject({ status: 0 });
    await becomesVisible(poisoned);
    expect((await eventually(deadLetters, ({ count }) => count === 0)).count).toBe(0);
    expect(
      await eventually(
        () => queueOf("dead_letters"),
        (queue) => queue?.state === "idle",
      ),
    ).toMatchObject({
      state: "idle",
    });
  });
});
