import {
  type BroughtVerdict,
  type Datapoint,
  type Outcome,
  type RunCheck,
  type RunContext,
  subjectOf,
  type Verdict,
} from "../../datapoints/index.ts";
import { evidenceOf } from "../custom/custom-outcome.ts";
import { optionsDigest } from "../jobs/job.ts";

/**
 * Returns the verdicts of an attempt's local checks: those that its caller sent, or why one is missing. Never
 * silently absent.
 */
export function broughtVerdicts(
  datapoint: Datapoint,
  { checks, brought, expected }: RunContext,
  at: number,
): readonly Verdict[] {
  return checks.flatMap((requested) => (requested.local ? [verdictOf(requested, requested.local.version)] : []));

  function verdictOf({ check }: RunCheck, version: number): Verdict {
    const found = brought.find((each) => each.check === check);
    const { kind, ...rest } = found ? outcomeOf(found) : absent();
    const facts = { datapointId: datapoint.id, check, version, options: withoutOptions, monitorIds: [] };
    return { ...facts, durationMs: 0, at, evidence: [], ...rest, state: kind };
  }

  function absent(): Outcome {
    if (datapoint.error) return { kind: "skipped", reason: "the model call failed" };
    return { kind: "broken", reason: "its caller brought no verdict" };
  }

  function outcomeOf(given: BroughtVerdict): Outcome {
    if ("reason" in given) return { kind: given.state, reason: given.reason };
    const { state: kind, value, explanation, evidence: quotes } = given;
    return { kind, value, explanation, evidence: evidenceOf(quotes, subjectOf(datapoint, expected)) };
  }
}

const withoutOptions = optionsDigest({});
