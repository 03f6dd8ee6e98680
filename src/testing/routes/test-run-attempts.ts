import { z } from "zod";
import { newConversation } from "../../datapoints/service.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { defineRoute, Id, ok, refusal } from "../../server/service.ts";
import { LeaseRenewal, LeaseRequest, Leases, TryResults } from "../contract/test-run-attempt.ts";
import type { ModelStore, RunRowStore } from "../ports/testing-stores.ts";
import { isServed } from "../registered-model.ts";
import type { Settling } from "../runs/settle.ts";
import { stepOf, withTargetAnswer } from "../served/converse.ts";
import type { RunWorker } from "../served/run-worker.ts";
import type { TargetAnswer } from "../served/target.ts";
import type { RowResult, RunRow, TestRun } from "../test-run.ts";
import { given } from "./test-run-json.ts";

interface AttemptRoutesDependencies {
  readonly models: ModelStore;
  readonly runRows: RunRowStore;
  /** Executes test runs whose model Gaffe calls. */
  readonly runWorker: Pick<RunWorker, "process" | "remember" | "wake">;
  readonly settling: Settling;
  /** Unix milliseconds. */
  readonly now: () => number;
}
type Brought = z.output<typeof TryResults>["items"][number];

/** Routes for clients that call the model: lease attempts, renew leases, report results. */
export function tryRoutes(
  { models, runRows, runWorker, settling, now }: AttemptRoutesDependencies,
  find: (project: ProjectId, id: string) => Promise<TestRun>,
) {
  const byId = { id: Id };
  return [
    defineRoute({
      method: "POST",
      path: "/test-runs/:id/leases",
      scope: "write",
      audit: false,
      tag: "test runs",
      summary: "Lease attempts or turns of conversations; each is leased to one client until the lease expires",
      params: byId,
      body: LeaseRequest,
      answers: { 200: Leases },
      async handle({ principal, params, body: { count, seconds } }) {
        const run = await find(principal.projectId, params.id);
        if (run.state !== "running") return ok({ items: [], open: 0 });
        if (run.isServed && !run.simulation)
          throw refusal("conflict", "the service makes the attempts of this run itself: wait for the run to end");
        const rows = await runRows.lease(run, "caller", count, { now: now(), until: now() + seconds * 1000 });
        const { waiting, leased } = await runRows.progress(run.id);
        return ok({ items: rows.map((row) => leaseJson(run, row)), open: waiting + leased });
      },
    }),

    defineRoute({
      method: "POST",
      path: "/test-runs/:id/leases/renew",
      scope: "write",
      audit: false,
      tag: "test runs",
      summary: "Renew the leases of attempts in progress",
      params: byId,
      body: LeaseRenewal,
      answers: { 200: z.strictObject({ renewed: z.int().describe("Those that had no result yet") }) },
      async handle({ principal, params, body: { items, seconds } }) {
        const run = await find(principal.projectId, params.id);
        return ok({ renewed: await runRows.renew(run.id, items, now() + seconds * 1000) });
      },
    }),

    defineRoute({
      method: "POST",
      path: "/test-runs/:id/results",
      scope: "write",
      audit: false,
      tag: "test runs",
      summary: "Report results of attempts; the first result of an attempt, or of a step of a conversation, is final",
      params: byId,
      body: TryResults,
      answers: { 200: z.strictObject({ stored: z.int(), repeated: z.int() }) },
      async handle({ principal, params, body: { items } }) {
        const run = await find(principal.projectId, params.id);
        if (run.state === "cancelled" || run.state === "failed")
          throw refusal("conflict", `the run is ${run.state}: its results are no longer taken`);
        refuseStrangers(run, items);
        const storedCount = run.simulation ? await storeTurns(run, items) : await storeResults(run, items);
        return ok({ stored: storedCount, repeated: items.length - storedCount });
      },
    }),
  ];

  async function storeResults(run: TestRun, items: readonly Brought[]): Promise<number> {
    const reports = items.map((item) => ({ rowId: item.rowId, repeat: item.repeat, result: resultOf(item) }));
    const newReports = await runRows.report(run.id, reports);
    settling.recordSoon(run);
    return newReports.length;
  }

  /** Stores turns: each item is the target's answer, and the service makes the next step. */
  async function storeTurns(run: TestRun, items: readonly Brought[]): Promise<number> {
    const model = await models.get(run.projectId, run.modelId, run.modelVersion);
    if (!model || isServed(model.definition))
      throw refusal("conflict", "the service talks to this run's target itself");
    let storedCount = 0;
    for (const [index, item] of items.entries()) if (await storeTurn(run, item, index)) storedCount++;
    runWorker.wake();
    return storedCount;
  }

  async function storeTurn(run: TestRun, item: Brought, index: number): Promise<boolean> {
    const { simulation } = run;
    const row = await runRows.get(run, item.rowId, item.repeat);
    if (!row || !simulation) throw refusal("invalid-request", "the run has no such try", `items.${index}.rowId`);
    const { step } = item;
    if (step === undefined)
      throw refusal("invalid-request", "name the step that this answers, as it was leased", `items.${index}.step`);
    const conversation = row.conversation ?? newConversation(simulation);
    if (row.state === "done" || conversation.step !== step || conversation.next !== "target") return false;
    const session = item.sessionId === undefined ? {} : { sessionId: item.sessionId };
    const next = withTargetAnswer(conversation, { ...resultOf(item), ...session }, simulation);
    return runRows.advance(run.id, row, next, { by: stepOf(next, false), until: 0 });
  }

  /** Refuses verdicts of checks that the run does not declare as local, because they would never be read. */
  function refuseStrangers({ checks }: TestRun, items: readonly Brought[]): void {
    const own = checks.flatMap(({ check, local }) => (local ? [check] : []));
    for (const [index, { verdicts = [] }] of items.entries()) {
      const stranger = verdicts.find(({ check }) => !own.includes(check));
      if (!stranger) continue;
      const known = own.length === 0 ? "it has none" : `they are ${own.join(", ")}`;
      const detail = `${stranger.check} isn't a local check of this run: ${known}`;
      throw refusal("invalid-request", detail, `items.${index}.verdicts`);
    }
  }

  function resultOf(item: Brought): RowResult & TargetAnswer {
    const { modelPrediction, modelInput, modelOutputMetadata, error, durationMs, usage, provider, model, verdicts } =
      item;
    const startedAt = item.startedAt === undefined ? now() - durationMs : Date.parse(item.startedAt);
    const call = given({ provider, usage, responseModel: model });
    return {
      ...given({ prediction: modelPrediction, modelInput, metadata: modelOutputMetadata, error, verdicts }),
      ...(Object.keys(call).length === 0 ? {} : { call }),
      startedAt,
      durationMs,
    };
  }
}

function leaseJson({ simulation }: TestRun, { rowId, repeat, input, expected, conversation: stored }: RunRow) {
  const common = { rowId, repeat, input, result: expected };
  if (!simulation) return common;
  const { step, turns, messages, sessionId } = stored ?? newConversation(simulation);
  return { ...common, step, turn: turns.length + 1, messages, ...given({ sessionId }) };
}
