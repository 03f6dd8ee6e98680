import type { Datapoint } from "../../datapoints/datapoint.ts";
import { subjectOf } from "../../datapoints/traces/subject.ts";
import type { BroughtVerdict, RunCheck } from "../../testing/run-check.ts";
import type { RunContext } from "../../testing/run-context.ts";
import { evidenceOf } from "../custom/custom-outcome.ts";
import { optionsDigest } from "../jobs/job.ts";
import type { Outcome, Verdict } from "./verdict.ts";

/** The verdicts of a try's local checks: what its caller brought, or why there is none. Never silently absent. */
export function broughtVerdicts(
  datapoint: Datapoint,
  { checks, brought, expected }: RunContext,
  at: number,
): readonly Verdict[] {
  return checks.flatMap((asked) => (asked.local ? [verdictOf(asked, asked.local.version)] : []));

  function verdictOf({ check }: RunCheck, version: number): Verdict {
    const found = brought.find((each) => each.check === check);
    const { kind, ...rest } = found ? outcomeOf(found) : absent();
    const facts = { datapointId: datapoint.id, check, version, options: withoutOptions, monitorIds: [] };
    return { ...facts, durationMs: 0, at, evidence: [], ...rest, state: kind };
  }

  function absent(): Outcome {
    if (datapoint.error) return { kind: "skipped", because: "the model call failed" };
    return { kind: "broken", because: "its caller brought no verdict" };
  }

  function outcomeOf(said: BroughtVerdict): Outcome {
    if ("because" in said) return { kind: said.state, because: said.because };
    const { state: kind, value, explanation, evidence: quotes } = said;
    return { kind, value, explanation, evidence: evidenceOf(quotes, subjectOf(datapoint, expected)) };
  }
}

const withoutOptions = optionsDigest({});
