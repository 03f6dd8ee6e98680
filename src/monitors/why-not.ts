import {
  conditionFields,
  createMatcher,
  type Datapoint,
  type EvaluationContext,
  explain,
  matchable,
  parseQuery,
} from "../datapoints/index.ts";
import type { Monitor } from "./monitor.ts";

interface ExplainedCall {
  readonly datapoint: Datapoint;
  /** Spans of its trace; absent if no condition reads them. */
  readonly spans?: EvaluationContext["spans"] | undefined;
}

/**
 * Explains why a monitor, as currently configured, did not match a datapoint: the clauses that failed, or
 * another reason.
 */
export function whyNot(
  { enabled, condition, sampleRate, createdAt }: Pick<Monitor, "enabled" | "condition" | "sampleRate" | "createdAt">,
  { datapoint, spans }: ExplainedCall,
  now: number,
): string {
  if (datapoint.source === "run") return "it is of a test run, which its own checks judge";
  const { query, problems } = parseQuery(condition, { now, fields: conditionFields });
  if (problems[0]) return `its condition has a mistake: ${problems[0].message}`;
  const subject = matchable(datapoint, { spans });
  if (!createMatcher(query)(subject)) {
    return explain(query, subject)
      .map(({ clause, actual }) => `${clause} does not hold (${actual})`)
      .join("; ");
  }
  if (!enabled) return "it is disabled";
  if (createdAt > datapoint.startedAt) return "it was created after this call";
  return sampleRate < 1
    ? `its condition holds, but the sample of ${sampleRate * 100} % left it out`
    : "it matches as currently configured, but did not when the datapoint was received";
}
