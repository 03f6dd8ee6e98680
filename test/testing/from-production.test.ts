import { expect, test } from "vitest";
import { z } from "zod";
import { CollectedScenarioSet, FailingScenarioSet } from "../../src/testing/contract/scenario-collection.ts";
import { ScenarioRow } from "../../src/testing/contract/scenario-set.ts";
import { TestRun } from "../../src/testing/contract/test-run.ts";
import { Leases, TestRunRow } from "../../src/testing/contract/test-run-attempt.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { apiOf, eventually } from "../support/service/service-api.ts";

const refusal = "I'm sorry, but I can't help with that.";

test("an issue of production becomes a scenario set, a failing run, a set of what failed, and is judged anew", async () => {
  using folder = temporaryFolder();
  await using service = await startService({ folder: folder.path });
  const { get, post } = apiOf(service);
  const issue = await issueFromProduction(service);

  const collected = CollectedScenarioSet.parse(
    await post("/scenario-sets/from-datapoints", { name: "Refused in production", issueId: `${issue}` }),
  );
  expect(collected).toMatchObject({ added: 3, more: false, redacted: [{ type: "email_address", count: 3 }] });
  const { id } = collected.scenario;
  const rows = z.object({ items: z.array(ScenarioRow) }).parse(await get(`/scenario-sets/${id}/rows`)).items;
  expect(new Map(rows.map(({ input, result }) => [input, result]))).toEqual(
    new Map([0, 1, 2].map((order) => [`Refund order ${order} of [redacted:email_address]`, null])),
  );
  expect(rows.every(({ origin }) => origin.datapointId !== undefined)).toBe(true);

  await post("/models", { name: "Bot", definition: { type: "custom" } });
  const failing = await finishedRun(service, id, (input) => (input.includes("order 1") ? refusal : "Of course."));
  const failed = FailingScenarioSet.parse(
    await post("/scenario-sets/from-test-run", { name: "Still refused", runId: failing.id }),
  );
  expect(failed).toMatchObject({ added: 1, known: 0 });
  const storedSet = z
    .object({ items: z.array(ScenarioRow) })
    .parse(await get(`/scenario-sets/${failed.scenario.id}/rows`)).items;
  expect(storedSet).toMatchObject([
    {
      input: "Refund order 1 of [redacted:email_address]",
      origin: { testRunId: failing.id, datapointId: expect.any(String) },
    },
  ]);

  const before = await rowsOf(service, failing.id);
  const startedRun = TestRun.parse(
    await post(`/test-runs/${failing.id}/reevaluate`, { checks: ["is_json", "model_refusal"] }),
  );
  expect(startedRun).toMatchObject({
    reevaluates: failing.id,
    state: "running",
    progress: { waiting: 0, leased: 0, done: 3 },
  });
  const again = await ended(service, startedRun.id);
  expect(again.metrics?.checks.map(({ check, passed, failed: no }) => [check, passed, no])).toEqual([
    ["is_json", 0, 3],
    ["model_refusal", 2, 1],
  ]);
  expect(Leases.parse(await post(`/test-runs/${startedRun.id}/leases`, {}))).toEqual({ items: [], open: 0 });
  expect(await rowsOf(service, failing.id)).toEqual(before);
  expect(await rowsOf(service, startedRun.id)).toMatchObject(
    before.map(({ input, prediction }) => ({ input, prediction })),
  );

  const passing = await finishedRun(service, id, () => "Of course.");
  await expect(post("/scenario-sets/from-test-run", { name: "None", runId: passing.id })).rejects.toThrow(
    "no row failed",
  );
});

/** The number of the issue that three refused calls make. */
async function issueFromProduction(service: Service): Promise<number> {
  const { get, post } = apiOf(service);
  const calls = [0, 1, 2].map((order) => ({
    startedAt: new Date(Date.now() - 5000 - order).toISOString(),
    durationMs: 5,
    requestModel: "gpt-4o",
    input: [
      { role: "system", parts: [{ type: "text", text: "You are a shop's assistant." }] },
      { role: "user", parts: [{ type: "text", text: `Refund order ${order} of ann${order}@example.org` }] },
    ],
    output: [{ role: "assistant", parts: [{ type: "text", text: refusal }] }],
  }));
  await post("/datapoints", calls);
  const Issues = z.object({ items: z.array(z.object({ number: z.int(), occurrences: z.int(), check: z.string() })) });
  const { items } = await eventually(
    async () => Issues.parse(await get("/issues?kind=behavior")),
    (seen) => seen.items.some(({ check, occurrences }) => check === "model_refusal" && occurrences === 3),
  );
  return items.find(({ check }) => check === "model_refusal")?.number ?? 0;
}

async function finishedRun(service: Service, scenarioId: string, answer: (input: string) => string) {
  const { post } = apiOf(service);
  const request = { name: "Nightly", scenarioId, modelId: "Bot", checks: ["model_refusal"] };
  const run = TestRun.parse(await post("/test-runs", request));
  const { items } = Leases.parse(await post(`/test-runs/${run.id}/leases`, { count: 100 }));
  const results = items.map(({ rowId, input }) => ({ rowId, modelPrediction: answer(String(input)), durationMs: 3 }));
  await post(`/test-runs/${run.id}/results`, { items: results });
  return ended(service, run.id);
}

const ended = async (service: Service, id: string) => {
  const run = await eventually(
    async () => TestRun.parse(await apiOf(service).get(`/test-runs/${id}`)),
    ({ state }) => state === "finished",
  );
  expect(run.state).toBe("finished");
  return run;
};

const rowsOf = async (service: Service, id: string) =>
  z.object({ items: z.array(TestRunRow) }).parse(await apiOf(service).get(`/test-runs/${id}/rows`)).items;
