import { LRUCache } from "lru-cache";
import type { Heartbeat } from "../../platform/threads/heartbeat.ts";
import { lostThreadOf } from "../../platform/threads/lost-thread.ts";
import type { BeforeCheck } from "./check.ts";

/** A check that ended a thread, and why it is not run again. */
export interface UnfinishedCheck {
  readonly check: string;
  readonly reason: string;
}

/** Means every check: too many of them ended a thread on the same item. */
const everyCheck = "*";
/** After this many checks of one item ended a thread, none of its checks is run. */
const maxUnfinished = 3;

const stepPrefix = "the check ";
/** A joined string is hashed anew each time it is looked up, so those of the library are stored. */
const maxRememberedSteps = 2000;

/** Returns the check that a lost thread was running, with the reason of its verdict; undefined if it ran none. */
export function unfinishedCheckOf(thrown: unknown): UnfinishedCheck | undefined {
  const lost = lostThreadOf(thrown);
  return lost && unfinishedCheckAt(lost.at.step, lost.reason);
}

export function unfinishedCheckAt(step: string, reason: string): UnfinishedCheck | undefined {
  if (!step.startsWith(stepPrefix)) return undefined;
  return { check: step.slice(stepPrefix.length), reason: `it ${reason} and was ended` };
}

/** Adds a check to those that are not run for an item, or rules out all of them. */
export function withUnfinished(before: readonly UnfinishedCheck[], next: UnfinishedCheck): readonly UnfinishedCheck[] {
  const all = [...before.filter(({ check }) => check !== next.check), next];
  if (all.length <= maxUnfinished) return all;
  const reason = `${all.length} checks of this call did not finish, so that no other was run`;
  return [...all, { check: everyCheck, reason }];
}

/** Names each check as a step of the thread, and refuses those that `unfinished` returns for the current item. */
export function createBeforeCheck(
  heartbeat: Heartbeat,
  unfinished: () => ReadonlyMap<string, string> | undefined,
): BeforeCheck {
  const steps = new LRUCache<string, string>({ max: maxRememberedSteps, memoMethod: (check) => stepPrefix + check });
  return (check) => {
    heartbeat.step(steps.memo(check));
    const known = unfinished();
    return known && (known.get(check) ?? known.get(everyCheck));
  };
}

export const byCheck = (unfinished: readonly UnfinishedCheck[]): ReadonlyMap<string, string> | undefined =>
  unfinished.length === 0 ? undefined : new Map(unfinished.map(({ check, reason }) => [check, reason]));
