import type { JudgeModel } from "./judges/judge.ts";

export const noExpectedResult = "no expected result is given";
export const noJudgeModel = "no judge model is configured: choose one under Settings, Judges";
const dailyLimitPrefix = "the daily limit of ";
const switchedOffPrefix = "it is switched off: ";

export const dailyLimitReason = ({ name, dailyUsd, dailyCalls }: JudgeModel): string =>
  `${dailyLimitPrefix}${name} is reached ($${dailyUsd}, ${dailyCalls} calls)`;
export const switchedOffReason = (reason: string): string => `${switchedOffPrefix}${reason}`;

/** How checks of the library begin a reason about an expected result that lacks what they compare. */
const aboutExpected = ["the expected result ", "the reference is", "the expectation "];

/**
 * Returns whether a check was skipped for lack of something that its project or row should have: a judge, its
 * budget, an expected result. Other skips mean that the check does not apply to the answer.
 */
export const isLacking = (reason: string): boolean =>
  reason === noExpectedResult ||
  reason === noJudgeModel ||
  [dailyLimitPrefix, switchedOffPrefix, ...aboutExpected].some((prefix) => reason.startsWith(prefix));
