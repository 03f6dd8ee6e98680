import { z } from "zod";
import { Id } from "../contract/common.ts";
import { LeaseRenewal, LeaseRequest, Leases, TryResults } from "../contract/test-run.ts";
import type { ProjectId } from "../domain/ids.ts";
import type { RowResult, TestRun } from "../domain/test-run.ts";
import type { ApiNeeds } from "./needs.ts";
import { defineRoute, ok, refusal } from "./route.ts";

type Needs = Pick<ApiNeeds, "runRows" | "settling" | "now">;

/** What whoever calls the model asks of a run: tries to make, more time for them, and taking what came of them. */
export function tryRoutes(
  { runRows, settling, now }: Needs,
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
      summary: "Take tries to make: nobody else is given them until the time is over",
      params: byId,
      body: LeaseRequest,
      answers: { 200: Leases },
      async handle({ principal, params, body: { count, seconds } }) {
        const run = await find(principal.projectId, params.id);
        if (run.state !== "running") return ok({ items: [], open: 0 });
        const rows = await runRows.lease(run, count, now(), now() + seconds * 1000);
        const { waiting, leased } = await runRows.progress(run.id);
        const items = rows.map(({ rowId, repeat, input, expected }) => ({ rowId, repeat, input, result: expected }));
        return ok({ items, open: waiting + leased });
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
      summary: "Bring what the model made of tries; the first result of a try stays",
      params: byId,
      body: TryResults,
      answers: { 200: z.strictObject({ kept: z.int(), repeated: z.int() }) },
      async handle({ principal, params, body: { items } }) {
        const run = await find(principal.projectId, params.id);
        if (run.state === "cancelled" || run.state === "failed")
          throw refusal("conflict", `the run is ${run.state}: its results are no longer taken`);
        refuseStrangers(run, items);
        const reports = items.map((item) => ({ rowId: item.rowId, repeat: item.repeat, result: resultOf(item) }));
        const kept = await runRows.report(run.id, reports);
        await settling.record(run);
        return ok({ kept: kept.length, repeated: items.length - kept.length });
      },
    }),
  ];

  /** A verdict of a check that the run does not know as the caller's own would never be read. */
  function refuseStrangers({ checks }: TestRun, items: z.output<typeof TryResults>["items"]): void {
    const own = checks.flatMap(({ check, local }) => (local ? [check] : []));
    for (const [index, { verdicts = [] }] of items.entries()) {
      const stranger = verdicts.find(({ check }) => !own.includes(check));
      if (!stranger) continue;
      const known = own.length === 0 ? "it has none" : `they are ${own.join(", ")}`;
      const detail = `${stranger.check} is no local check of this run: ${known}`;
      throw refusal("invalid-request", detail, `items.${index}.verdicts`);
    }
  }

  function resultOf(item: z.output<typeof TryResults>["items"][number]): RowResult {
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

/** Without the keys whose value is undefined. */
export function given(fields: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
