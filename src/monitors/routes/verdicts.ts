import type {
  CheckRunStore,
  CodeCheck,
  CheckRun as DomainRun,
  KnownChecks,
  RunItem,
  SampleReader,
  VerdictTally,
} from "../../checks/index.ts";
import { CheckRunJson as CheckRun, CheckRunDetail, refuseWrongChecks, VerdictsRequest } from "../../checks/service.ts";
import { datapointFields } from "../../datapoints/index.ts";
import { queryOf, rangeOf } from "../../datapoints/service.ts";
import { randomId } from "../../platform/crypto/random-id.ts";
import { asDatapointId, asMonitorId, type ProjectId } from "../../platform/ids.ts";
import { defineRoute, Id, isoTime, notFound, ok, PageQuery, pageOf, refusal } from "../../server/service.ts";
import type { Monitor } from "../monitor.ts";
import type { MonitorStore } from "../ports/monitors.ts";
import { isSampled } from "../stages/match-monitors.ts";

interface VerdictRoutesDependencies {
  readonly monitors: MonitorStore;
  readonly checkRuns: CheckRunStore;
  /** Called after a run was requested. */
  readonly onRunRequested: () => void;
  readonly samples: SampleReader;
  readonly checks: ReadonlyMap<string, CodeCheck>;
  /** Judge checks of the library, and custom checks of projects. */
  readonly asynchronousChecks: KnownChecks;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Starts, lists and cancels runs of checks over stored datapoints. */
export function verdictRoutes(dependencies: VerdictRoutesDependencies) {
  const { monitors, checkRuns, onRunRequested, samples, now } = dependencies;
  const byId = { id: Id };

  return [
    defineRoute({
      method: "POST",
      path: "/verdicts",
      scope: "write",
      tag: "verdicts",
      summary:
        "Run checks on stored datapoints, named or matched by a query; verdicts are stored, no notification is sent",
      body: VerdictsRequest,
      answers: { 202: CheckRun },
      async handle({ principal: { projectId, actor }, body }) {
        const at = now();
        const monitor = await monitorOf(projectId, body.monitorId);
        const checks = monitor?.checks.map(({ check, options }) => ({ check, options })) ?? body.checks ?? [];
        refuseWrongChecks(projectId, checks, dependencies);
        const { datapointIds, q = monitor?.condition } = body;
        const items = datapointIds
          ? await samples.locate(projectId, [...new Set(datapointIds)].map(asDatapointId))
          : await sampled(projectId, { ...body, q, monitor }, at);
        if (items.length === 0) throw refusal("not-found", "no stored datapoint matches", sampleField(body));
        const run: DomainRun = {
          id: randomId("run"),
          projectId,
          state: "running",
          checks,
          ...(q === undefined ? {} : { query: q }),
          ...(monitor === undefined ? {} : { monitorId: monitor.id }),
          total: items.length,
          examined: 0,
          requestedBy: actor,
          createdAt: at,
          updatedAt: at,
        };
        await checkRuns.add(run, items);
        onRunRequested();
        return { status: 202, body: runJson(run) };
      },
    }),

    defineRoute({
      method: "GET",
      path: "/verdicts/runs",
      scope: "read",
      tag: "verdicts",
      summary: "List check runs, newest first",
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
      summary: "Show the progress and verdicts of a check run",
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
      summary: "Cancel a check run; existing verdicts stay, and requested judge calls are still completed",
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

  async function monitorOf(project: ProjectId, id: string | undefined): Promise<Monitor | undefined> {
    if (id === undefined) return undefined;
    const monitor = await monitors.get(project, asMonitorId(id));
    if (!monitor) throw refusal("not-found", "there is no such monitor", "monitorId");
    return monitor;
  }

  /** Returns the newest matches; for a monitor, only those in its sample. */
  async function sampled(project: ProjectId, request: Sampled, at: number): Promise<readonly RunItem[]> {
    const { q = "", monitor, limit } = request;
    const query = queryOf(q, at, { fields: datapointFields });
    const rate = monitor?.sampleRate ?? 1;
    // Small samples vary: half as many more, and a hundred, are enough.
    const enough = rate === 1 ? limit : Math.min(Math.ceil((1.5 * limit) / Math.max(rate, 0.001)) + 100, lookedAtMost);
    const found = rate === 0 ? [] : await samples.sample(project, query, rangeOf(request, at), enough);
    const sampledItems = monitor ? found.filter(({ id }) => isSampled(monitor, { id })) : found;
    return sampledItems.slice(0, limit);
  }
}

/** Maximum number of datapoints read to find a sample. */
const lookedAtMost = 100_000;

interface Sampled extends Pick<VerdictsRequest, "from" | "to" | "limit"> {
  readonly q: string | undefined;
  readonly monitor: Monitor | undefined;
}

const sampleField = ({ datapointIds, monitorId }: VerdictsRequest) =>
  datapointIds ? "datapointIds" : monitorId === undefined ? "q" : "monitorId";

function runJson(run: DomainRun) {
  const {
    id,
    state,
    checks,
    query,
    monitorId,
    total,
    examined,
    problem,
    requestedBy: asker,
    createdAt,
    updatedAt,
  } = run;
  return {
    id,
    state,
    checks,
    total,
    examined,
    requestedBy: asker,
    monitorId,
    ...(query === undefined ? {} : { q: query }),
    ...(problem === undefined ? {} : { problem }),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}

/** Lists verdicts by version; versions are never added up. */
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
