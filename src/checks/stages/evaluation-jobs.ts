import { type Datapoint, type Subject, subjectOf, type Verdict } from "../../datapoints/index.ts";
import { messageOf } from "../../platform/failure.ts";
import type { MonitorId } from "../../platform/ids.ts";
import { whyNotApplicable } from "../applicability.ts";
import type { EvaluateCode, FindSlowCheck, SlowCheck } from "../check.ts";
import { jobId, optionsDigest, type SlowRequest, subjectDigest } from "../jobs/job.ts";
import type { CheckRequest } from "./check.ts";

interface OrderJobsDependencies {
  readonly findSlow: FindSlowCheck;
  /** Used by gates: a cheap check that decides whether the asynchronous one runs. */
  readonly evaluateCode: EvaluateCode;
  /** Unix milliseconds. */
  readonly now: () => number;
}

interface Ordered {
  readonly verdicts: readonly Verdict[];
  readonly slow: readonly SlowRequest[];
}

export type EvaluationJobs = (datapoint: Datapoint, requests: readonly CheckRequest[]) => Ordered;

/**
 * Requests evaluation jobs for asynchronous checks. Where a check does not apply or its gate is closed, the
 * verdict is made immediately; otherwise it is `queued`. Every request gets exactly one verdict. Never throws.
 */
export function createEvaluationJobs({ findSlow, evaluateCode, now }: OrderJobsDependencies): EvaluationJobs {
  return (datapoint, requests) => {
    if (requests.length === 0) return nothing;
    const subject = subjectOf(datapoint);
    const digestOfSubject = subjectDigest(datapoint);
    const verdicts: Verdict[] = [];
    const slow: SlowRequest[] = [];
    for (const { check: name, options, monitorIds, skipReason } of merged(requests)) {
      const check = findSlow(datapoint.projectId, name);
      const version = check?.version ?? 0;
      const digested = optionsDigest(options);
      const facts = { datapointId: datapoint.id, check: name, version, options: digested, monitorIds };
      const settled =
        skipReason === undefined
          ? settledAtOnce(check, options, subject)
          : { state: "skipped" as const, reason: skipReason };
      const result = settled ?? { state: "queued" as const };
      verdicts.push({ ...facts, ...result, evidence: [], durationMs: 0, at: now() });
      if (settled || !check) continue;
      const { executor, group } = check;
      const id = jobId(datapoint.id, name, version, digested);
      slow.push({ id, check: name, version, options, monitorIds, executor, group, subject: digestOfSubject });
    }
    return { verdicts, slow };
  };

  function settledAtOnce(check: SlowCheck | undefined, options: CheckRequest["options"], subject: Subject) {
    if (!check) return { state: "broken" as const, reason: "there is no check of this name" };
    const parsed = check.options.safeParse(options);
    if (!parsed.success) {
      const problems = parsed.error.issues.map(({ path, message }) => [...path, message].join(": "));
      return { state: "broken" as const, reason: `its options are wrong: ${problems.join("; ")}` };
    }
    try {
      const reason = whyNotApplicable(check, subject) ?? check.gate?.(subject, evaluateCode);
      return reason === undefined ? undefined : { state: "skipped" as const, reason };
    } catch (thrown) {
      return { state: "broken" as const, reason: `its gate threw: ${messageOf(thrown)}` };
    }
  }
}

const nothing: Ordered = { verdicts: [], slow: [] };

/**
 * Merges requests of the same check with equal options. Monitors that skip the check are left out where
 * another one runs it.
 */
function merged(requests: readonly CheckRequest[]): readonly CheckRequest[] {
  const byKey = Map.groupBy(requests, ({ check, options }) => `${check} ${optionsDigest(options)}`);
  return [...byKey.values()].flatMap((all) => {
    const wanted = all.filter(({ skipReason }) => skipReason === undefined);
    const same = wanted.length > 0 ? wanted : all;
    const [first] = same;
    const monitorIds: MonitorId[] = [...new Set(same.flatMap((request) => request.monitorIds))];
    return first ? [{ ...first, monitorIds }] : [];
  });
}
