import { hash } from "node:crypto";
import type { Datapoint } from "../domain/datapoint.ts";
import type { MonitorId, ProjectId } from "../domain/ids.ts";
import { isOverLimit, overLimitReason } from "../domain/minute-limit.ts";
import type { Monitor, WatchedMonitor } from "../domain/monitor.ts";
import { conditionFields, createMatcher, type Matchable, matchable, parseQuery } from "../domain/query/index.ts";
import type { Verdict } from "../domain/verdict.ts";
import type { CheckRequest } from "./check.ts";

export interface Selected {
  readonly monitorIds: readonly MonitorId[];
  /** Fast checks: run at once. */
  readonly requests: readonly CheckRequest[];
  /** Slow ones: they become jobs, but for those that are skipped. */
  readonly slowRequests: readonly CheckRequest[];
}

interface Needs {
  readonly monitors: readonly WatchedMonitor[];
  /** Unix milliseconds: what relative times in conditions count from. */
  readonly now: number;
  readonly isSlow: (project: ProjectId, check: string) => boolean;
  /** Takes a place in this minute of a monitor with a limit; false when there is none left. Absent: no limit holds. */
  readonly takePlace?: ((monitor: WatchedMonitor) => boolean) | undefined;
}

/** What was said of a datapoint when its trace was looked at before. */
export type SaidBefore = readonly Pick<Verdict, "state" | "because" | "monitorIds">[];

/**
 * Station 4: which monitors match a datapoint and which checks they ask for. Disabled monitors match nothing. Whether a
 * datapoint was within a limit a minute is decided once: looked at again, it stays checked or turned away.
 */
export function createSelect({ monitors, now, isSlow, takePlace = () => true }: Needs) {
  const byProject = Map.groupBy(
    monitors.filter(({ enabled }) => enabled).map((monitor) => ({ monitor, matches: matcherOf(monitor, now) })),
    ({ monitor }) => monitor.projectId,
  );

  /** Equal sets of monitors ask for the same requests, as the same list: what is prepared for it is found again. */
  const selections = new Map<string, Selected>();

  return (datapoint: Datapoint, before: SaidBefore = []): Selected => {
    const known = matchable(datapoint);
    const matching = (byProject.get(datapoint.projectId) ?? [])
      .filter(({ monitor, matches }) => matches(known) && isSampled(monitor, datapoint))
      .map(({ monitor }) => ({ monitor, isOver: isOver(monitor, before) }));
    const key = matching.map(({ monitor, isOver: over }) => `${monitor.id}${over ? "!" : ""}`).join(" ");
    const selected = selections.get(key) ?? selectionOf(matching, isSlow);
    if (selections.size < rememberAtMost) selections.set(key, selected);
    return selected;
  };

  function isOver(monitor: WatchedMonitor, before: SaidBefore): boolean {
    if (monitor.maxPerMinute === undefined || monitor.pause?.all !== undefined) return false;
    const said = before.filter(({ monitorIds }) => monitorIds.includes(monitor.id));
    return said.length > 0 ? said.every(isOverLimit) : !takePlace(monitor);
  }
}

const rememberAtMost = 1000;

interface Matching {
  readonly monitor: WatchedMonitor;
  readonly isOver: boolean;
}

function selectionOf(matching: readonly Matching[], isSlow: Needs["isSlow"]): Selected {
  const asked = matching.flatMap(({ monitor: { id, projectId, checks, pause = {}, maxPerMinute }, isOver }) =>
    checks.map(({ check, options }) => {
      const slow = isSlow(projectId, check);
      const over = isOver && maxPerMinute !== undefined ? overLimitReason(maxPerMinute) : undefined;
      const skipBecause = pause.all ?? over ?? (slow ? pause.slow : undefined);
      const request = { check, options, monitorIds: [id], ...(skipBecause === undefined ? {} : { skipBecause }) };
      return { slow, request };
    }),
  );
  const { fast = [], slow = [] } = Object.groupBy(asked, (one) => (one.slow ? "slow" : "fast"));
  return {
    // As one that was not sampled, one that is over the limit is not among what the monitor looked at.
    monitorIds: matching.flatMap(({ monitor, isOver }) => (isOver ? [] : monitor.id)),
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
export function isSampled(
  { id, sampleRate }: Pick<Monitor, "id" | "sampleRate">,
  datapoint: { readonly id: string },
): boolean {
  if (sampleRate >= 1) return true;
  const place = Number.parseInt(hash("sha256", `${id} ${datapoint.id}`, "hex").slice(0, 12), 16) / 2 ** 48;
  return place < sampleRate;
}
