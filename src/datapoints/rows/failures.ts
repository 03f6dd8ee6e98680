import type { Datapoint, FailedStep } from "../datapoint.ts";

/** What few calls have: the failed steps around the call, and the stack trace of its error. */
interface Failures {
  readonly steps?: readonly FailedStep[] | undefined;
  readonly stack?: string | undefined;
}

/** Returns the text of the column `failures`: JSON, or nothing, which costs nothing to store. */
export function failuresText({ failedSteps: steps, error }: Pick<Datapoint, "failedSteps" | "error">): string {
  const stack = error?.stack;
  return steps === undefined && stack === undefined ? "" : JSON.stringify({ steps, stack } satisfies Failures);
}

/** Reads what `failuresText` wrote. */
export const failuresOf = (text: string): Failures => (text === "" ? {} : (JSON.parse(text) as Failures));
