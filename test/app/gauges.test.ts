import type { Registry } from "prom-client";
import { expect, test } from "vitest";
import { globalProject } from "../../src/platform/ids.ts";
import { aDeadLetter } from "../support/service/fake-pipeline.ts";
import { gaugesWith } from "./support/gauges.ts";

const now = Date.UTC(2026, 5, 1, 12);
const never = () => new Promise<never>(() => undefined);

async function valuesOf(metrics: Registry): Promise<Readonly<Record<string, number>>> {
  const lines = (await metrics.metrics()).split("\n").filter((line) => line.startsWith("gaffe_"));
  return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ""), Number(line.replace(/^.* /, ""))]));
}

test("every gauge exists before the first event, with healthy values", async () => {
  const { metrics, figures: serviceMetrics } = gaugesWith(now);
  await serviceMetrics.refresh();
  const values = await valuesOf(metrics);
  for (const [name, value] of Object.entries(values)) {
    if (/rss|limit|event_loop|disk/.test(name)) continue;
    expect(`${name} ${value}`).toBe(`${name} ${name.includes("available") ? 1 : 0}`);
  }
  expect(values["gaffe_disk_free_bytes"]).toBeGreaterThan(0);
  expect(values["gaffe_memory_rss_bytes"]).toBeGreaterThan(0);
});

test("gauges follow the journal, the pipeline and the dead-letter queue", async () => {
  const { metrics, state } = gaugesWith(now);
  const projectId = globalProject;
  state.lagMs = 61_000;
  state.backlog = [{ projectId, entries: 2, bytes: 10, oldestAt: now - 61_000 }];
  state.size = { bytes: 90, entries: 3, maxBytes: 100 };
  state.damaged = { records: 2, writeBatches: 1, files: [] };
  state.refusal = { reason: "journal_full", message: "full" };
  state.deadLetters = [aDeadLetter({ id: "d", projectId, at: now - 5000, bytes: 40 })];
  state.engine = { kind: "away", since: now, reason: "gone" };
  const batch = { id: "b", projects: [projectId], items: 1, bytes: 1, failures: 3, startedAt: now - 45_000 } as const;
  state.batches = [{ ...batch, stage: "store" }];
  expect(await valuesOf(metrics)).toMatchObject({
    gaffe_pipeline_lag_seconds: 61,
    gaffe_journal_oldest_seconds: 61,
    gaffe_journal_bytes: 90,
    gaffe_journal_limit_bytes: 100,
    gaffe_journal_entries: 3,
    gaffe_journal_refusing: 1,
    gaffe_journal_damaged_records: 3,
    gaffe_dead_letters: 1,
    gaffe_dead_letter_bytes: 40,
    gaffe_dead_letters_oldest_seconds: 5,
    gaffe_engine_available: 0,
    'gaffe_write_batches{stage="store"}': 1,
    'gaffe_write_batches{stage="evaluate"}': 0,
    gaffe_write_batch_oldest_seconds: 45,
  });
});

test("gauges follow the background reads of the databases", async () => {
  const { metrics, figures: serviceMetrics } = gaugesWith(now, {
    deliveryBacklog: { due: () => Promise.resolve({ count: 4, oldestAt: now - 9000 }) },
    jobReader: {
      backlog: () =>
        Promise.resolve([{ executor: "judge", ready: 2, running: 1, judged: 0, failing: 0, oldestAt: now - 3000 }]),
    },
    spend: { exhausted: () => Promise.resolve(1) },
  });
  await serviceMetrics.refresh();
  expect(await valuesOf(metrics)).toMatchObject({
    gaffe_notifications_waiting: 4,
    gaffe_notifications_oldest_seconds: 9,
    gaffe_judge_budget_exhausted: 1,
    'gaffe_jobs_waiting{executor="judge"}': 3,
    'gaffe_jobs_waiting{executor="sandbox"}': 0,
    'gaffe_jobs{executor="judge",state="ready"}': 2,
    'gaffe_jobs_oldest_seconds{executor="judge",state="any"}': 3,
  });
});

test("a scrape responds while every database is unreachable, and reports it", async () => {
  const { metrics, figures: serviceMetrics } = gaugesWith(now, {
    pingRecords: never,
    pingClickHouse: never,
    deliveryBacklog: { due: never },
    jobReader: { backlog: never },
    spend: { exhausted: never },
    journalFolder: "/no/such/folder",
  });
  await serviceMetrics.refresh();
  expect(await valuesOf(metrics)).toMatchObject({
    gaffe_engine_available: 0,
    gaffe_records_available: 0,
    gaffe_disk_free_bytes: 0,
    gaffe_notifications_waiting: 0,
  });
});
