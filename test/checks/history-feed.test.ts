import { expect, test } from "vitest";
import {
  createBatchHistory,
  type HistoryKey,
  historyName,
  noHistory,
} from "../../src/checks/verdicts/check-history.ts";
import { createHistoryFeed } from "../../src/pipeline/traces/history-feed.ts";
import { asDatapointId, asProjectId, globalProject } from "../../src/platform/ids.ts";
import { dialog } from "../support/data/datapoints.ts";

const values = (model: string, projectId = globalProject): HistoryKey & { readonly kind: "values" } => ({
  kind: "values",
  projectId,
  model,
  promptVersion: "",
});
const answers: HistoryKey = { kind: "answers", projectId: globalProject, runId: "r1" };
const call = (durationMs: number, more = {}) => dialog({ more: { requestModel: "gpt-5", durationMs, ...more } });
const tryOf = (id: string, output: string) =>
  dialog({
    output,
    more: {
      id: asDatapointId(id),
      source: "run",
      requestModel: "gpt-5",
      attributes: new Map([
        ["gaffe.test_run.id", "r1"],
        ["gaffe.test_run.row", id],
      ]),
    },
  });

/** A feed over a store with one earlier call of each model except "new", and one answer of each run. */
function feedOver() {
  const clock = { now: 0 };
  const requested: string[] = [];
  const feed = createHistoryFeed({
    reader: {
      async values(_, keys) {
        requested.push(...keys.map(({ model }) => model));
        const known = keys.filter(({ model }) => model !== "new");
        return new Map(known.map((key) => [historyName(key), { cost: [], latency: [100], tokens: [] }]));
      },
      async answers(_, runId) {
        requested.push(runId);
        return new Map([["d0", "Rome."]]);
      },
      dialog: () => Promise.resolve(undefined),
    },
    now: () => clock.now,
  });
  return { feed, requested, clock };
}

test("a missing key is reported once, read, and available in the second pass, before the calls of the batch", async () => {
  const { feed, requested } = feedOver();
  const first = createBatchHistory(noHistory);
  for (const durationMs of [1, 2]) {
    expect(first.around(call(durationMs)).earlier?.("latency")).toEqual(durationMs === 1 ? [] : [1]);
    first.note(call(durationMs));
  }
  expect(first.missing()).toEqual([values("gpt-5")]);

  const read = await feed.read(first.missing(), noHistory);
  const second = createBatchHistory(read);
  expect(second.around(call(1)).earlier?.("latency")).toEqual([100]);
  second.note(call(1));
  expect(second.around(call(2)).earlier?.("latency")).toEqual([100, 1]);
  expect(second.missing()).toEqual([]);
  expect(requested).toEqual(["gpt-5"]);
});

test("answers of a test run are those that are stored and those of the batch, without its own", async () => {
  const { feed } = feedOver();
  const first = createBatchHistory(noHistory);
  expect(first.around(tryOf("d1", "Paris.")).others?.()).toEqual([]);
  expect(first.missing()).toEqual([answers]);
  const second = createBatchHistory(await feed.read(first.missing(), noHistory));
  for (const each of [tryOf("d1", "Paris."), tryOf("d2", "Bonn.")]) second.note(each);
  expect(second.around(tryOf("d1", "Paris.")).others?.()).toEqual(["Rome.", "Bonn."]);
  expect(second.missing()).toEqual([]);
});

test("a call that failed is nothing to compare with, and one outside a test run has no others", () => {
  const history = createBatchHistory(noHistory);
  history.note(call(1, { error: { type: "timeout" } }));
  expect(history.around(call(2)).earlier?.("latency")).toEqual([]);
  expect(history.around(call(2)).others).toBeUndefined();
});

test("a key without stored values is not missing again", async () => {
  const { feed } = feedOver();
  const read = await feed.read([values("new")], noHistory);
  const history = createBatchHistory(read);
  expect(history.around(call(1, { requestModel: "new" })).earlier?.("latency")).toEqual([]);
  expect(history.missing()).toEqual([]);
});

test("keys that were read stay available", async () => {
  const { feed } = feedOver();
  const before = await feed.read([values("one")], noHistory);
  const read = await feed.read([values("two"), answers], before);
  expect([...read.values.keys()]).toEqual([values("one"), values("two")].map(historyName));
  expect([...read.answers.keys()]).toEqual([historyName(answers)]);
});

test("recently requested keys of a project are read before its next batch, at most 50, without those of other projects", async () => {
  const { feed, requested } = feedOver();
  const models = Array.from({ length: 60 }, (_, number) => `m${number}`);
  await feed.read(
    models.map((model) => values(model)),
    noHistory,
  );
  requested.length = 0;
  expect((await feed.ahead([asProjectId("other")])).values.size).toBe(0);
  const ahead = await feed.ahead([globalProject, globalProject]);
  expect(requested.toSorted()).toEqual(models.slice(10).toSorted());
  expect(ahead.values.get(historyName(values("m59")))?.latency).toEqual([100]);
});

test("keys not requested for ten minutes are no longer read ahead", async () => {
  const { feed, requested, clock } = feedOver();
  await feed.read([values("old")], noHistory);
  clock.now = 500_000;
  await feed.read([values("young")], noHistory);
  clock.now = 600_001;
  requested.length = 0;
  await feed.ahead([globalProject]);
  expect(requested).toEqual(["young"]);
});
