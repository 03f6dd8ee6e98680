import { hash } from "node:crypto";
import { isOverLimit, overLimitReason } from "../../checks/minute-limit.ts";
import type { CheckRequest } from "../../checks/stages/check.ts";
import type { Verdict } from "../../checks/verdicts/verdict.ts";
import type { Datapoint } from "../../datapoints/datapoint.ts";
import { matchable } from "../../datapoints/query/index.ts";
import type { MonitorId, ProjectId } from "../../platform/ids.ts";
import type { Monitor, WatchedMonitor } from "../monitor.ts";
import { type CompileCondition, createConditions } from "./conditions.ts";
import { createMatchGroups, groupByCondition, type MatchGroup, type Ranked } from "./match-groups.ts";

export interface Selected {
  readonly monitorIds: readonly MonitorId[];
  /** Fast checks: run at once. */
  readonly requests: readonly CheckRequest[];
  /** Slow ones: they become jobs, but for those that are skipped. */
  readonly slowRequests: readonly CheckRequest[];
}

interface SelectDependencies {
  /** Of one project. */
  readonly monitors: readonly WatchedMonitor[];
  /** Unix milliseconds: what relative times in conditions count from. */
  readonly now: number;
  readonly isSlow: (project: ProjectId, check: string) => boolean;
  /** Takes a place in this minute of a monitor with a limit; false when there is none left. Absent: no limit holds. */
  readonly takePlace?: ((monitor: WatchedMonitor) => boolean) | undefined;
  /** Shares compiled conditions with other projects. */
  readonly conditions?: CompileCondition;
}

/** What was said of a datapoint when its trace was looked at before. */
export type SaidBefore = readonly Pick<Verdict, "state" | "because" | "monitorIds">[];

/**
 * Station 4: which monitors match a datapoint and which checks they ask for. Disabled monitors match nothing. Whether a
 * datapoint was within a limit a minute is decided once: looked at again, it stays checked or turned away.
 */
export function createSelect(dependencies: SelectDependencies) {
  const { monitors, now, isSlow, takePlace = () => true, conditions = createConditions() } = dependencies;
  const enabled = monitors.filter((monitor) => monitor.enabled);
  const groups = groupByCondition(enabled, (text) => conditions(text, now));
  const match = createMatchGroups(groups);
  const hasTime = groups.some(({ condition }) => condition.hasTime);

  /** Equal sets of monitors ask for the same requests, as the same list: what is prepared for it is found again. */
  const selections = new Map<string, Selected>();

  /** `hasTime`: a condition counts time from `now`, so the selection gets out of date. */
  return { select, hasTime };

  function select(datapoint: Datapoint, before: SaidBefore = []): Selected {
    const matching = match(matchable(datapoint));
    const decided = matching.flatMap((group) =>
      group.decided
        .filter(({ monitor }) => isSampled(monitor, datapoint))
        .map(({ monitor, rank }) => ({ monitor, rank, isOver: isOver(monitor, before) })),
    );
    const groupKey = matching.map(({ place }) => place).join(" ");
    const key = `${groupKey};${decided.map(({ rank, isOver: over }) => `${rank}${over ? "!" : ""}`).join(" ")}`;
    const selected = selections.get(key) ?? selectionOf(inOrder(matching, decided), isSlow);
    if (selections.size < rememberAtMost) selections.set(key, selected);
    return selected;
  }

  function isOver(monitor: WatchedMonitor, before: SaidBefore): boolean {
    if (monitor.maxPerMinute === undefined || monitor.pause?.all !== undefined) return false;
    const said = before.filter(({ monitorIds }) => monitorIds.includes(monitor.id));
    return said.length > 0 ? said.every(isOverLimit) : !takePlace(monitor);
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

function selectionOf(matching: readonly Matching[], isSlow: SelectDependencies["isSlow"]): Selected {
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

/** Decided by a hash, so that a repeated delivery, another replica and the ledger decide the same. */
export function isSampled(
  { id, sampleRate }: Pick<Monitor, "id" | "sampleRate">,
  datapoint: { readonly id: string },
): boolean {
  if (sampleRate >= 1) return true;
  const place = Number.parseInt(hash("sha256", `${id} ${datapoint.id}`, "hex").slice(0, 12), 16) / 2 ** 48;
  return place < sampleRate;
}
