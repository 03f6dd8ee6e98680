import { type DatapointReader, subjectOf, type TraceReader, traceSpanOf } from "../../datapoints/index.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { PolicyDefinition } from "../custom/policy-check.ts";
import { evaluatePolicy } from "../policy/evaluate-policy.ts";
import type { Given, TrialResult } from "./custom-check-trial.ts";

interface PolicyTrialDependencies {
  readonly datapoints: Pick<DatapointReader, "stored">;
  readonly traces: Pick<TraceReader, "trace">;
}

export type TryPolicy = (project: ProjectId, definition: PolicyDefinition, given: Given) => Promise<TrialResult>;

/** Runs a trace policy on a stored datapoint, with its trace as it is stored now. */
export function createPolicyTrial({ datapoints, traces }: PolicyTrialDependencies): TryPolicy {
  return async (project, { body }, { datapoint, expected }) => {
    const from = performance.now();
    const trace = await traces.trace(project, datapoint.traceId);
    const stored = trace ? await datapoints.stored(project, trace.datapoints) : [];
    const others = stored.map((one) => one.datapoint).filter(({ id }) => id !== datapoint.id);
    const spans = (trace?.spans ?? [])
      .map(({ span }) => traceSpanOf(span))
      .toSorted((one, other) => one.startMs - other.startMs);
    const subject = subjectOf(datapoint, expected, { spans: () => spans, calls: [...others, datapoint] });
    const outcome = evaluatePolicy(subject, body.rules);
    return { outcome, logs: [], isStopped: false, isUnavailable: false, durationMs: performance.now() - from };
  };
}
