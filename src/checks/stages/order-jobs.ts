import type { Datapoint } from "../../datapoints/datapoint.ts";
import { type Subject, subjectOf } from "../../datapoints/traces/subject.ts";
import { messageOf } from "../../platform/failure.ts";
import type { MonitorId } from "../../platform/ids.ts";
import { whyNotApplicable } from "../applicability.ts";
import type { EvaluateCode, FindSlowCheck, SlowCheck } from "../check.ts";
import { jobId, optionsDigest, type SlowRequest, subjectDigest } from "../jobs/job.ts";
import type { Verdict } from "../verdicts/verdict.ts";
import type { CheckRequest } from "./check.ts";

interface Needs {
  readonly findSlow: FindSlowCheck;
  /** For gates: a cheap check that decides whether the slow one runs. */
  readonly evaluateCode: EvaluateCode;
  /** Unix milliseconds. */
  readonly now: () => number;
}

interface Ordered {
  readonly verdicts: readonly Verdict[];
  readonly slow: readonly SlowRequest[];
}

export type OrderJobs = (datapoint: Datapoint, requests: readonly CheckRequest[]) => Ordered;

/**
 * Station 5 for slow checks. Where one does not apply, or its gate is shut, the verdict is made here and now; the rest
 * is `queued`, and ordered. Every request gets exactly one verdict. Never throws.
 */
export function createOrderJobs({ findSlow, evaluateCode, now }: Needs): OrderJobs {
  return (datapoint, requests) => {
    if (requests.length === 0) return nothing;
    const subject = subjectOf(datapoint);
    const digestOfSubject = subjectDigest(datapoint);
    const verdicts: Verdict[] = [];
    const slow: SlowRequest[] = [];
    for (const { check: name, options, monitorIds, skipBecause } of merged(requests)) {
      const check = findSlow(datapoint.projectId, name);
      const version = check?.version ?? 0;
      const digested = optionsDigest(options);
      const facts = { datapointId: datapoint.id, check: name, version, options: digested, monitorIds };
      const settled =
        skipBecause === undefined
          ? settledAtOnce(check, options, subject)
          : { state: "skipped" as const, because: skipBecause };
      const said = settled ?? { state: "queued" as const };
      verdicts.push({ ...facts, ...said, evidence: [], durationMs: 0, at: now() });
      if (settled || !check) continue;
      const { executor, group } = check;
      const id = jobId(datapoint.id, name, version, digested);
      slow.push({ id, check: name, version, options, monitorIds, executor, group, subject: digestOfSubject });
    }
    return { verdicts, slow };
  };

  function settledAtOnce(check: SlowCheck | undefined, options: CheckRequest["options"], subject: Subject) {
    if (!check) return { state: "broken" as const, because: "there is no check of this name" };
    const parsed = check.options.safeParse(options);
    if (!parsed.success) {
      const problems = parsed.error.issues.map(({ path, message }) => [...path, message].join(": "));
      return { state: "broken" as const, because: `its options are wrong: ${problems.join("; ")}` };
    }
    try {
      const because = whyNotApplicable(check, subject) ?? check.gate?.(subject, evaluateCode);
      return because === undefined ? undefined : { state: "skipped" as const, because };
    } catch (thrown) {
      return { state: "broken" as const, because: `its gate threw: ${messageOf(thrown)}` };
    }
  }
}

const nothing: Ordered = { verdicts: [], slow: [] };

/** The same check with equal options is asked for once, by all its monitors but those that skip it where another does not. */
function merged(requests: readonly CheckRequest[]): readonly CheckRequest[] {
  const byKey = Map.groupBy(requests, ({ check, options }) => `${check} ${optionsDigest(options)}`);
  return [...byKey.values()].flatMap((all) => {
    const wanted = all.filter(({ skipBecause }) => skipBecause === undefined);
    const same = wanted.length > 0 ? wanted : all;
    const [first] = same;
    const monitorIds: MonitorId[] = [...new Set(same.flatMap((request) => request.monitorIds))];
    return first ? [{ ...first, monitorIds }] : [];
  });
}
