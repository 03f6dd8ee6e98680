import { hash } from "node:crypto";
import { type CheckRequest, isOverLimit, overLimitReason } from "../../checks/index.ts";
import { type Datapoint, type EvaluationContext, matchable, type Verdict } from "../../datapoints/index.ts";
import type { MonitorId, ProjectId } from "../../platform/ids.ts";
import type { Monitor, WatchedMonitor } from "../monitor.ts";
import { type CompileCondition, createConditions } from "./conditions.ts";
import { createMatchGroups, groupByCondition, type MatchGroup, type Ranked } from "./match-groups.ts";

export interface MonitorMatch {
  readonly monitorIds: readonly MonitorId[];
  /** Checks that run immediately. */
  readonly requests: readonly CheckRequest[];
  /** Asynchronous checks, which become jobs unless they are skipped. */
  readonly slowRequests: readonly CheckRequest[];
}

interface SelectDependencies {
  readonly monitors: readonly WatchedMonitor[];
  /** Unix milliseconds; reference for relative times in conditions. */
  readonly now: number;
  readonly isSlow: (project: ProjectId, check: string) => boolean;
  /**
   * Takes a slot of this minute for a monitor with a limit; false if none is left. Absent: limits are not
   * applied.
   */
  readonly takeSlot?: ((monitor: WatchedMonitor) => boolean) | undefined;
  /** Whether a check of the project reads other spans of the trace. */
  readonly checkReadsTrace?: (project: ProjectId, check: string) => boolean;
  /** Shares compiled conditions with other projects. */
  readonly conditions?: CompileCondition;
}

/** Verdicts of a datapoint from an earlier reading of its trace. */
export type EarlierVerdicts = readonly Pick<Verdict, "state" | "reason" | "monitorIds">[];

/**
 * Determines which monitors match a datapoint and which checks they request. Disabled monitors match nothing.
 * The limit per minute is applied once: when a datapoint is read again, the first decision stays.
 */
export function createMatchMonitors(dependencies: SelectDependencies) {
  const { monitors, now, isSlow, takeSlot = () => true, conditions = createConditions() } = dependencies;
  const { checkReadsTrace = () => false } = dependencies;
  const enabled = monitors.filter((monitor) => monitor.enabled);
  const groups = groupByCondition(enabled, (text) => conditions(text, now));
  const match = createMatchGroups(groups);
  const hasTime = groups.some(({ condition }) => condition.hasTime);
  const readsTrace =
    groups.some(({ condition }) => condition.readsTrace) ||
    enabled.some(({ projectId, checks }) => checks.some(({ check }) => checkReadsTrace(projectId, check)));

  /** Equal sets of monitors share the same list object, so that prepared requests are found again. */
  const selections = new Map<string, MonitorMatch>();

  /**
   * `hasTime`: a condition is relative to `now`, so the result expires. `readsTrace`: a condition or a check depends on
   * the spans around a call, so that a later span of the trace can change the result.
   */
  return { select, hasTime, readsTrace };

  function select(
    datapoint: Datapoint,
    before: EarlierVerdicts = [],
    spans?: EvaluationContext["spans"],
  ): MonitorMatch {
    const matching = match(matchable(datapoint, { spans }));
    const decided = matching.flatMap((group) =>
      group.decided
        .filter(({ monitor }) => isSampled(monitor, datapoint))
        .map(({ monitor, rank }) => ({ monitor, rank, isOver: isOver(monitor, before) })),
    );
    const groupKey = matching.map(({ index }) => index).join(" ");
    const key = `${groupKey};${decided.map(({ rank, isOver: over }) => `${rank}${over ? "!" : ""}`).join(" ")}`;
    const selected = selections.get(key) ?? selectionOf(inOrder(matching, decided), isSlow);
    if (selections.size < rememberAtMost) selections.set(key, selected);
    return selected;
  }

  function isOver(monitor: WatchedMonitor, before: EarlierVerdicts): boolean {
    if (monitor.maxPerMinute === undefined || monitor.pause?.all !== undefined) return false;
    const earlier = before.filter(({ monitorIds }) => monitorIds.includes(monitor.id));
    return earlier.length > 0 ? earlier.every(isOverLimit) : !takeSlot(monitor);
  }
}

function inOrder(groups: readonly MatchGroup[], decided: readonly (Matching & Ranked)[]): readonly Matching[] {
  const always = groups.flatMap((group) => group.always.map((ranked) => ({ ...ranked, isOver: false })));
  return [...always, ...decided].sort((left, right) => left.rank - right.rank);
}

const rememberAtMost = 1000;

interface Matching {
  readonly monitor: WatchedMonitor;
  readonly isOver: boolean;
}

function selectionOf(matching: readonly Matching[], isSlow: SelectDependencies["isSlow"]): MonitorMatch {
  const requests = matching.flatMap(({ monitor: { id, projectId, checks, pause = {}, maxPerMinute }, isOver }) =>
    checks.map(({ check, options }) => {
      const slow = isSlow(projectId, check);
      const over = isOver && maxPerMinute !== undefined ? overLimitReason(maxPerMinute) : undefined;
      const skipReason = pause.all ?? over ?? (slow ? pause.slow : undefined);
      const request = {
        check,
        options,
        monitorIds: [id],
        ...(skipReason === undefined ? {} : { skipReason: skipReason }),
      };
      return { slow, request };
    }),
  );
  const { fast = [], slow = [] } = Object.groupBy(requests, (one) => (one.slow ? "slow" : "fast"));
  return {
    // Like unsampled datapoints, those above the limit do not count as checked by the monitor.
    monitorIds: matching.flatMap(({ monitor, isOver }) => (isOver ? [] : monitor.id)),
    requests: fast.map(({ request }) => request),
    slowRequests: slow.map(({ request }) => request),
  };
}

/** Uses a hash, so that redeliveries, replicas and stored verdicts agree. */
export function isSampled(
  { id, sampleRate }: Pick<Monitor, "id" | "sampleRate">,
  datapoint: { readonly id: string },
): boolean {
  if (sampleRate >= 1) return true;
  const fraction = Number.parseInt(hash("sha256", `${id} ${datapoint.id}`, "hex").slice(0, 12), 16) / 2 ** 48;
  return fraction < sampleRate;
}
