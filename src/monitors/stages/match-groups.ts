import { type Matchable, type RequiredValue, valuesIn } from "../../datapoints/index.ts";
import type { WatchedMonitor } from "../monitor.ts";
import type { Condition } from "./conditions.ts";

/** Monitors of one project with equal conditions. */
export interface MatchGroup {
  /** Index among the groups of its project. */
  readonly index: number;
  readonly condition: Condition;
  /** Monitors that match every datapoint of the condition: all or none of them apply. */
  readonly always: readonly Ranked[];
  /** Monitors with a sample rate or a limit, decided for each datapoint. */
  readonly decided: readonly Ranked[];
}

export interface Ranked {
  readonly monitor: WatchedMonitor;
  /** The monitor's index within its project. */
  readonly rank: number;
}

/** Groups monitors by distinct condition, in the order of the first monitor. */
export function groupByCondition(
  monitors: readonly WatchedMonitor[],
  conditionOf: (text: string) => Condition,
): readonly MatchGroup[] {
  const ranked = monitors.map((monitor, rank) => ({ monitor, rank }));
  return Array.from(
    Map.groupBy(ranked, ({ monitor }) => monitor.condition),
    ([text, group], index) => ({
      index,
      condition: conditionOf(text),
      always: group.filter(({ monitor }) => !isDecided(monitor)),
      decided: group.filter(({ monitor }) => isDecided(monitor)),
    }),
  );
}

const isDecided = ({ sampleRate, maxPerMinute }: WatchedMonitor) => sampleRate < 1 || maxPerMinute !== undefined;

/**
 * Finds the groups that match a datapoint, in order. Groups that require a value are indexed by it, so that
 * the cost does not grow with conditions about other models, services or environments.
 */
export function createMatchGroups(groups: readonly MatchGroup[]) {
  const unkeyed = groups.filter(({ condition }) => condition.required === undefined);
  const keyed = groups.flatMap((group) => (group.condition.required ?? []).map((value) => ({ group, value })));
  const indexes = Array.from(
    Map.groupBy(keyed, ({ value }) => value.field),
    ([field, entries]) => ({ valuesOf: valuesIn(field), byValue: indexOf(entries) }),
  );

  return (datapoint: Matchable): readonly MatchGroup[] => {
    const candidates = new Set(unkeyed);
    for (const { valuesOf, byValue } of indexes)
      for (const value of valuesOf(datapoint)) for (const group of byValue.get(value) ?? []) candidates.add(group);
    const matching = [...candidates].filter(({ condition }) => condition.matches(datapoint));
    return matching.sort((left, right) => left.index - right.index);
  };
}

function indexOf(entries: readonly { readonly group: MatchGroup; readonly value: RequiredValue }[]) {
  const byValue = new Map<string, MatchGroup[]>();
  for (const { group, value } of entries) {
    const known = byValue.get(value.value);
    if (known) known.push(group);
    else byValue.set(value.value, [group]);
  }
  return byValue;
}
