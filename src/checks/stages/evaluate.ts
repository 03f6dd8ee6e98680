import type { Datapoint, Meter, Outcome, Verdict } from "../../datapoints/index.ts";
import { Failure } from "../../platform/failure.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Json } from "../../platform/json/json.ts";
import { optionsDigest } from "../jobs/job.ts";
import type { CustomCheckStore } from "../ports/custom-checks.ts";
import type { CheckRequest } from "./check.ts";
import type { TryDefinition } from "./custom-check-trial.ts";
import type { EvaluateApart } from "./evaluate-apart.ts";
import type { KnownChecks } from "./known-checks.ts";

interface EvaluateDependencies {
  readonly evaluateApart: EvaluateApart;
  readonly known: Pick<KnownChecks, "find" | "library">;
  readonly customChecks: Pick<CustomCheckStore, "get">;
  readonly tryDefinition: TryDefinition;
  /** Runs a judge check of the library immediately. */
  readonly judgeNow: JudgeNow;
  /** Unix milliseconds. */
  readonly now: () => number;
}

interface EvaluationRequest {
  readonly datapoint: Datapoint;
  readonly check: string;
  readonly options: CheckRequest["options"];
  readonly expected?: Json | undefined;
}

export type JudgeNow = (
  project: ProjectId,
  request: EvaluationRequest,
) => Promise<{ readonly outcome: Outcome; readonly durationMs: number; readonly meter?: Meter }>;

/** Runs one check of any kind on one datapoint immediately. Stores nothing and sends no notification. */
export type Evaluate = (project: ProjectId, request: EvaluationRequest) => Promise<Verdict>;

export function createEvaluate({
  evaluateApart,
  known,
  customChecks,
  tryDefinition,
  judgeNow,
  now,
}: EvaluateDependencies): Evaluate {
  return async (project, request) => {
    const { datapoint, options, expected } = request;
    const slow = known.find(project, request.check);
    if (!slow) {
      const requests = [{ check: request.check, options, monitorIds: [] }];
      const [verdict] = (await evaluateApart(project, { datapoint, requests, expected })).verdicts;
      if (!verdict) throw new Failure("defect", "a request gave no verdict");
      return verdict;
    }
    const custom = known.library.has(request.check) ? undefined : await customChecks.get(project, request.check);
    const tried = custom ? await tryDefinition(project, custom, request) : await judgeNow(project, request);
    return verdictNow({ ...request, version: custom?.version ?? slow.version }, tried, now());
  };
}

/** Builds a verdict of a check that runs outside the pipeline. */
export function verdictNow(
  request: Pick<EvaluationRequest, "datapoint" | "check" | "options"> & { readonly version: number },
  {
    outcome,
    durationMs,
    meter = {},
  }: { readonly outcome: Outcome; readonly durationMs: number; readonly meter?: Meter },
  at: number,
): Verdict {
  const { datapoint, check, version, options } = request;
  const facts = { datapointId: datapoint.id, check, version, options: optionsDigest(options), monitorIds: [] };
  const common = { ...facts, ...meter, durationMs, at };
  const { kind: state, ...result } = outcome;
  return { ...common, evidence: [], ...result, state };
}
