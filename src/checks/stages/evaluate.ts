import type { Datapoint, Json } from "../../datapoints/datapoint.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { optionsDigest } from "../jobs/job.ts";
import type { CustomCheckStore } from "../ports/custom-checks.ts";
import type { Meter, Outcome, Verdict } from "../verdicts/verdict.ts";
import type { Check, CheckRequest } from "./check.ts";
import type { KnownChecks } from "./known-checks.ts";
import type { TryDefinition } from "./try-custom.ts";

interface Needs {
  readonly check: Check;
  readonly known: Pick<KnownChecks, "find" | "library">;
  readonly customChecks: Pick<CustomCheckStore, "get">;
  readonly tryDefinition: TryDefinition;
  /** Has a judge check of the library run at once. */
  readonly judgeNow: JudgeNow;
  /** Unix milliseconds. */
  readonly now: () => number;
}

interface Asked {
  readonly datapoint: Datapoint;
  readonly check: string;
  readonly options: CheckRequest["options"];
  readonly expected?: Json | undefined;
}

export type JudgeNow = (
  project: ProjectId,
  asked: Asked,
) => Promise<{ readonly outcome: Outcome; readonly durationMs: number; readonly meter?: Meter }>;

/** One check on one datapoint, here and now, whatever its kind. Nothing is kept and nobody is told. */
export type Evaluate = (project: ProjectId, asked: Asked) => Promise<Verdict>;

export function createEvaluate({ check, known, customChecks, tryDefinition, judgeNow, now }: Needs): Evaluate {
  return async (project, asked) => {
    const { datapoint, options, expected } = asked;
    const slow = known.find(project, asked.check);
    if (!slow) {
      const [verdict] = check(datapoint, [{ check: asked.check, options, monitorIds: [] }], { expected });
      if (!verdict) throw new Error("a request gave no verdict");
      return verdict;
    }
    const custom = known.library.has(asked.check) ? undefined : await customChecks.get(project, asked.check);
    const tried = custom ? await tryDefinition(project, custom, asked) : await judgeNow(project, asked);
    return verdictNow({ ...asked, version: custom?.version ?? slow.version }, tried, now());
  };
}

/** A verdict that nobody ordered. */
export function verdictNow(
  asked: Pick<Asked, "datapoint" | "check" | "options"> & { readonly version: number },
  {
    outcome,
    durationMs,
    meter = {},
  }: { readonly outcome: Outcome; readonly durationMs: number; readonly meter?: Meter },
  at: number,
): Verdict {
  const { datapoint, check, version, options } = asked;
  const facts = { datapointId: datapoint.id, check, version, options: optionsDigest(options), monitorIds: [] };
  const common = { ...facts, ...meter, durationMs, at };
  const { kind: state, ...said } = outcome;
  return { ...common, evidence: [], ...said, state };
}
