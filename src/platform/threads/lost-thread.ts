import { Failure } from "../failure.ts";
import type { Position } from "./heartbeat.ts";

/** Why a thread ended in the middle of a task, and what it was working on. */
export interface LostThread {
  /** `stalled`: it did not advance and was terminated. `ended`: out of memory, or an exception outside the task. */
  readonly cause: "stalled" | "ended";
  readonly at: Position;
  /** Completes a sentence about the step: "did not finish within 10 s". */
  readonly reason: string;
}

/** The failure of a task whose thread was lost. */
export const lostThreadFailure = (lost: LostThread, cause: Error): Failure =>
  new Failure("defect", `the thread that worked on it ended: ${nameOf(lost.at)} ${lost.reason}`, { lost }, cause);

/** Returns how the thread of a failed task was lost; undefined if the task failed for another reason. */
export function lostThreadOf(thrown: unknown): LostThread | undefined {
  return thrown instanceof Failure ? (thrown.facts["lost"] as LostThread | undefined) : undefined;
}

const nameOf = ({ item, step }: Position) => [step || "it", item].filter((part) => part !== "").join(" of ");
