import { hash } from "node:crypto";
import type { Datapoint } from "../domain/datapoint.ts";
import type { MonitorId, ProjectId } from "../domain/ids.ts";
import type { Monitor, WatchedMonitor } from "../domain/monitor.ts";
import { conditionFields, createMatcher, type Matchable, matchable, parseQuery } from "../domain/query/index.ts";
import type { CheckRequest } from "./check.ts";

export interface Selected {
  readonly monitorIds: readonly MonitorId[];
  /** Fast checks: run at once. */
  readonly requests: readonly CheckRequest[];
  /** Slow ones: they become jobs. */
  readonly slowRequests: readonly CheckRequest[];
}

interface Needs {
  readonly monitors: readonly WatchedMonitor[];
  /** Unix milliseconds: what relative times in conditions count from. */
  readonly now: number;
  readonly isSlow: (project: ProjectId, check: string) => boolean;
}

/** Station 4: which monitors match a datapoint and which checks they ask for. Disabled monitors match nothing. */
export function createSelect({ monitors, now, isSlow }: Needs): (datapoint: Datapoint) => Selected {
  const byProject = Map.groupBy(
    monitors.filter(({ enabled }) => enabled).map((monitor) => ({ monitor, matches: matcherOf(monitor, now) })),
    ({ monitor }) => monitor.projectId,
  );

  /** Equal sets of monitors ask for the same requests, as the same list: what is prepared for it is found again. */
  const selections = new Map<string, Selected>();

  return (datapoint) => {
    const known = matchable(datapoint);
    const matching = (byProject.get(datapoint.projectId) ?? [])
      .filter(({ monitor, matches }) => matches(known) && isSampled(monitor, datapoint))
      .map(({ monitor }) => monitor);
    const key = matching.map(({ id }) => id).join(" ");
    const selected = selections.get(key) ?? selectionOf(matching, isSlow);
    if (selections.size < rememberAtMost) selections.set(key, selected);
    return selected;
  };
}

const rememberAtMost = 1000;

function selectionOf(matching: readonly WatchedMonitor[], isSlow: Needs["isSlow"]): Selected {
  const asked = matching.flatMap(({ id, projectId, checks, pause = {} }) =>
    checks.map(({ check, options }) => {
      const slow = isSlow(projectId, check);
      const skipBecause = pause.all ?? (slow ? pause.slow : undefined);
      const request = { check, options, monitorIds: [id], ...(skipBecause === undefined ? {} : { skipBecause }) };
      // A check that is skipped has its verdict at once, also a slow one.
      return { isJob: slow && skipBecause === undefined, request };
    }),
  );
  const { fast = [], slow = [] } = Object.groupBy(asked, ({ isJob }) => (isJob ? "slow" : "fast"));
  return {
    monitorIds: matching.map(({ id }) => id),
    requests: fast.map(({ request }) => request),
    slowRequests: slow.map(({ request }) => request),
  };
}

/** A condition is checked when it is saved; one that no longer parses matches nothing rather than everything. */
function matcherOf({ condition }: Monitor, now: number): (datapoint: Matchable) => boolean {
  const { query, problems } = parseQuery(condition, { now, fields: conditionFields });
  return problems.length > 0 ? () => false : createMatcher(query);
}

/** Decided by a hash, so that a repeated delivery, another replica and the ledger decide the same. */
function isSampled(
  { id, sampleRate }: Pick<Monitor, "id" | "sampleRate">,
  datapoint: { readonly id: string; readonly projectId: ProjectId },
): boolean {
  if (sampleRate >= 1) return true;
  const place = Number.parseInt(hash("sha256", `${id} ${datapoint.id}`, "hex").slice(0, 12), 16) / 2 ** 48;
  return place < sampleRate;
}
