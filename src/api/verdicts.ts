import { Id, PageQuery, pageOf } from "../contract/common.ts";
import { isoTime } from "../contract/datapoint-json.ts";
import { CheckRun, CheckRunDetail, VerdictsRequest } from "../contract/verdict-run.ts";
import type { CheckRun as DomainRun } from "../domain/check-run.ts";
import { asDatapointId } from "../domain/ids.ts";
import { datapointFields } from "../domain/query/index.ts";
import { randomId } from "../lib/random-id.ts";
import type { VerdictTally } from "../ports/custom-checks.ts";
import { refuseWrongChecks } from "./asked-checks.ts";
import { queryOf, rangeOf } from "./asked-range.ts";
import type { ApiNeeds } from "./needs.ts";
import { defineRoute, notFound, ok, refusal } from "./route.ts";

type Needs = Pick<ApiNeeds, "checkRuns" | "runAsked" | "samples" | "checks" | "slowChecks" | "now">;

/** Checks over what is stored: asked for, watched, cancelled. */
export function verdictRoutes(needs: Needs) {
  const { checkRuns, runAsked, samples, now } = needs;
  const byId = { id: Id };

  return [
    defineRoute({
      method: "POST",
      path: "/verdicts",
      scope: "write",
      tag: "verdicts",
      summary: "Run checks on stored datapoints, named or found by a query; verdicts are kept, nobody is told",
      body: VerdictsRequest,
      answers: { 202: CheckRun },
      async handle({ principal: { projectId, actor }, body }) {
        refuseWrongChecks(projectId, body.checks, needs);
        const at = now();
        const { datapointIds, q } = body;
        const items = datapointIds
          ? await samples.locate(projectId, [...new Set(datapointIds)].map(asDatapointId))
          : await samples.sample(
              projectId,
              queryOf(q ?? "", at, { fields: datapointFields }),
              rangeOf(body, at),
              body.limit,
            );
        if (items.length === 0)
          throw refusal("not-found", "no stored datapoint matches", datapointIds ? "datapointIds" : "q");
        const run: DomainRun = {
          id: randomId("run"),
          projectId,
          state: "running",
          checks: body.checks,
          ...(q === undefined ? {} : { query: q }),
          total: items.length,
          examined: 0,
          askedBy: actor,
          createdAt: at,
          updatedAt: at,
        };
        await checkRuns.add(run, items);
        runAsked();
        return { status: 202, body: runJson(run) };
      },
    }),

    defineRoute({
      method: "GET",
      path: "/verdicts/runs",
      scope: "read",
      tag: "verdicts",
      summary: "List runs of checks over what is stored, newest first",
      query: PageQuery,
      answers: { 200: pageOf(CheckRun) },
      async handle({ principal, query: { limit, cursor } }) {
        const page = await checkRuns.list(principal.projectId, { limit, ...(cursor === undefined ? {} : { cursor }) });
        return ok({ ...page, items: page.items.map(runJson) });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/verdicts/runs/:id",
      scope: "read",
      tag: "verdicts",
      summary: "Show how far a run of checks is and what its checks say",
      params: byId,
      answers: { 200: CheckRunDetail },
      async handle({ principal: { projectId }, params }) {
        const run = await checkRuns.get(projectId, params.id);
        if (!run) throw notFound("run");
        const items = (await checkRuns.items(projectId, run.id)).slice(0, run.examined);
        const names = [...new Set(run.checks.map(({ check }) => check))];
        return ok({ ...runJson(run), verdicts: byVersion(await samples.tally(projectId, items, names)) });
      },
    }),

    defineRoute({
      method: "POST",
      path: "/verdicts/runs/:id/cancel",
      scope: "write",
      tag: "verdicts",
      summary: "Stop a run; what was said stays, and what was ordered from judges is still judged",
      params: byId,
      answers: { 200: CheckRun },
      async handle({ principal: { projectId }, params }) {
        await checkRuns.cancel(projectId, params.id, now());
        const run = await checkRuns.get(projectId, params.id);
        if (!run) throw notFound("run");
        if (run.state !== "cancelled") throw refusal("conflict", `the run is ${run.state}`);
        return ok(runJson(run));
      },
    }),
  ];
}

function runJson({ id, state, checks, query, total, examined, problem, askedBy, createdAt, updatedAt }: DomainRun) {
  return {
    id,
    state,
    checks,
    total,
    examined,
    askedBy,
    ...(query === undefined ? {} : { q: query }),
    ...(problem === undefined ? {} : { problem }),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}

/** Verdicts of different versions stand beside each other and are never added up. */
function byVersion(tally: readonly VerdictTally[]) {
  const groups = Map.groupBy(tally, ({ check, version }) => `${check} ${version}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const count = (...states: readonly string[]) =>
      group.filter(({ state }) => states.includes(state)).reduce((sum, one) => sum + one.count, 0);
    const { check, version } = first;
    const settled = { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
    return [{ check, version, ...settled, broken: count("broken"), waiting: count("queued", "running") }];
  });
}
