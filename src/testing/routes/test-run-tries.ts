import { z } from "zod";
import { begun } from "../../datapoints/traces/conversation.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { Id } from "../../server/contract/common.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineRoute, ok, refusal } from "../../server/routes/route.ts";
import { LeaseRenewal, LeaseRequest, Leases, TryResults } from "../contract/test-run-try.ts";
import { isServed } from "../registered-model.ts";
import { stepOf, targetSaid } from "../served/converse.ts";
import type { TargetAnswer } from "../served/target.ts";
import type { RowResult, RunRow, TestRun } from "../test-run.ts";
import { given } from "./test-run-json.ts";

type Needs = Pick<ApiNeeds, "models" | "runRows" | "carrier" | "settling" | "now">;
type Brought = z.output<typeof TryResults>["items"][number];

/** What whoever calls the model asks of a run: tries to make, more time for them, and taking what came of them. */
export function tryRoutes(
  { models, runRows, carrier, settling, now }: Needs,
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
      summary: "Take tries to make, or turns of conversations: nobody else is given them until the time is over",
      params: byId,
      body: LeaseRequest,
      answers: { 200: Leases },
      async handle({ principal, params, body: { count, seconds } }) {
        const run = await find(principal.projectId, params.id);
        if (run.state !== "running") return ok({ items: [], open: 0 });
        if (run.isServed && !run.simulation)
          throw refusal("conflict", "the service makes the tries of this run itself: wait for its end");
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
      summary: "Keep tries that are still being made: nobody else is given them until the new time is over",
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
      summary: "Bring what the model made of tries; the first result of a try, or of a step of a conversation, stays",
      params: byId,
      body: TryResults,
      answers: { 200: z.strictObject({ kept: z.int(), repeated: z.int() }) },
      async handle({ principal, params, body: { items } }) {
        const run = await find(principal.projectId, params.id);
        if (run.state === "cancelled" || run.state === "failed")
          throw refusal("conflict", `the run is ${run.state}: its results are no longer taken`);
        refuseStrangers(run, items);
        const kept = run.simulation ? await keepTurns(run, items) : await keepResults(run, items);
        return ok({ kept, repeated: items.length - kept });
      },
    }),
  ];

  async function keepResults(run: TestRun, items: readonly Brought[]): Promise<number> {
    const reports = items.map((item) => ({ rowId: item.rowId, repeat: item.repeat, result: resultOf(item) }));
    const kept = await runRows.report(run.id, reports);
    await settling.record(run);
    return kept.length;
  }

  /** Each item is the target's answer of one turn; the service makes the step after it. */
  async function keepTurns(run: TestRun, items: readonly Brought[]): Promise<number> {
    const model = await models.get(run.projectId, run.modelId, run.modelVersion);
    if (!model || isServed(model.definition))
      throw refusal("conflict", "the service talks to this run's target itself");
    let kept = 0;
    for (const [index, item] of items.entries()) if (await keepTurn(run, item, index)) kept++;
    carrier.wake();
    return kept;
  }

  async function keepTurn(run: TestRun, item: Brought, index: number): Promise<boolean> {
    const { simulation } = run;
    const row = await runRows.get(run, item.rowId, item.repeat);
    if (!row || !simulation) throw refusal("invalid-request", "the run has no such try", `items.${index}.rowId`);
    const { step } = item;
    if (step === undefined)
      throw refusal("invalid-request", "say which step it answers, as it was leased", `items.${index}.step`);
    const conversation = row.conversation ?? begun(simulation);
    if (row.state === "done" || conversation.step !== step || conversation.next !== "target") return false;
    const session = item.sessionId === undefined ? {} : { sessionId: item.sessionId };
    const next = targetSaid(conversation, { ...resultOf(item), ...session }, simulation);
    return runRows.advance(run.id, row, next, { by: stepOf(next, false), until: 0 });
  }

  /** A verdict of a check that the run does not know as the caller's own would never be read. */
  function refuseStrangers({ checks }: TestRun, items: readonly Brought[]): void {
    const own = checks.flatMap(({ check, local }) => (local ? [check] : []));
    for (const [index, { verdicts = [] }] of items.entries()) {
      const stranger = verdicts.find(({ check }) => !own.includes(check));
      if (!stranger) continue;
      const known = own.length === 0 ? "it has none" : `they are ${own.join(", ")}`;
      const detail = `${stranger.check} is no local check of this run: ${known}`;
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

function leaseJson({ simulation }: TestRun, { rowId, repeat, input, expected, conversation: kept }: RunRow) {
  const common = { rowId, repeat, input, result: expected };
  if (!simulation) return common;
  const { step, turns, messages, sessionId } = kept ?? begun(simulation);
  return { ...common, step, turn: turns.length + 1, messages, ...given({ sessionId }) };
}
