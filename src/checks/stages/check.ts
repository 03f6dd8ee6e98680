import { performance } from "node:perf_hooks";
import { LRUCache } from "lru-cache";
import type { z } from "zod";
import {
  type Datapoint,
  type EvaluationContext,
  type Outcome,
  type Subject,
  subjectOf,
  type Verdict,
} from "../../datapoints/index.ts";
import { digest } from "../../platform/crypto/digest.ts";
import { messageOf } from "../../platform/failure.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import type { MonitorId, ProjectId } from "../../platform/ids.ts";
import type { Json } from "../../platform/json/json.ts";
import { canonicalJson } from "../../platform/json/json.ts";
import { whyNotApplicable } from "../applicability.ts";
import { budgetMs, type CodeCheck, type EvaluateCode } from "../check.ts";

/** A check to run, with its options and the monitors that requested it. */
export interface CheckRequest {
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
  readonly monitorIds: readonly MonitorId[];
  /** Why it is not run for these monitors now; the verdict is `skipped`. */
  readonly skipReason?: string;
}

interface CheckerDependencies {
  readonly checks: ReadonlyMap<string, CodeCheck>;
  /** Finds a check of a project that runs like those of the library. */
  readonly findOwn?: (project: ProjectId, name: string) => CodeCheck | undefined;
  /** Unix milliseconds: when a verdict was made. */
  readonly now: () => number;
  /** Monotonic milliseconds: how long an evaluation took. */
  readonly clock?: () => number;
  /** Milliseconds of CPU time of this thread: slower to read, but independent of machine load. */
  readonly cpuClock?: () => number;
  readonly beforeCheck?: BeforeCheck;
}

/**
 * Called before each evaluation of a check. Returns why it must not run, because it ended a thread before; the verdict
 * is then `broken`.
 */
export type BeforeCheck = (check: string) => string | undefined;

/** What an evaluation may read besides the datapoint. */
export interface CheckContext {
  readonly expected?: Json | undefined;
  readonly traceContext?: EvaluationContext | undefined;
}

export type Check = (
  datapoint: Datapoint,
  requests: readonly CheckRequest[],
  context?: CheckContext,
) => readonly Verdict[];

/**
 * Evaluates code checks. Every request gets exactly one verdict; a check that several monitors request with
 * equal options runs once. Never throws: what cannot run, or exceeds the budget of its cost class (measured
 * afterwards; the pool of the thread ends what does not return), is `broken` with a reason.
 */
export function createChecker({
  checks,
  findOwn = () => undefined,
  now,
  clock = () => performance.now(),
  cpuClock = threadCpuMs,
  beforeCheck = () => undefined,
}: CheckerDependencies): Check {
  const prepare = createPreparer(checks);
  /** Monitor matching returns the same list object for the same monitors. */
  const mergedBefore = new WeakMap<readonly CheckRequest[], ReturnType<typeof mergedAnew>>();

  return (datapoint, requests, { expected, traceContext } = {}) => {
    const subject = subjectOf(datapoint, expected, traceContext);
    const at = now();
    return merged(datapoint.projectId, requests).map(({ prepared, monitorIds, skipReason }) => {
      if (skipReason !== undefined) {
        const { check, options, version } = prepared;
        const facts = { datapointId: datapoint.id, check, version, options, monitorIds, durationMs: 0, at };
        return Object.assign(facts, fields({ kind: "skipped", reason: skipReason }));
      }
      let tried = timed(prepared, subject, clock);
      // Machine load or the first compilation of a pattern isn't the check's fault: measured again by CPU time.
      for (let more = 0; more < 2 && tried.overBudget; more++)
        tried = timed(prepared, subjectOf(datapoint, expected, traceContext), cpuClock);
      const { outcome, durationMs } = tried;
      const { check, options, version } = prepared;
      const facts = { datapointId: datapoint.id, check, version, options, monitorIds, durationMs, at };
      return Object.assign(facts, fields(outcome));
    });
  };

  function timed(prepared: Prepared, subject: Subject, by: () => number) {
    const from = by();
    const outcome = evaluate(prepared, subject, beforeCheck);
    const durationMs = by() - from;
    const budget = prepared.ready ? budgetMs[prepared.code.costClass] : Infinity;
    const overBudget = durationMs > budget;
    const reason = `took ${durationMs.toFixed(1)} ms of its ${budget} ms`;
    return { outcome: overBudget ? { kind: "broken" as const, reason } : outcome, durationMs, overBudget };
  }

  function merged(project: ProjectId, requests: readonly CheckRequest[]) {
    const known = mergedBefore.get(requests) ?? mergedAnew(project, requests);
    mergedBefore.set(requests, known);
    return known;
  }

  function mergedAnew(project: ProjectId, requests: readonly CheckRequest[]) {
    const jobs = new Map<string, Pick<CheckRequest, "monitorIds" | "skipReason"> & { readonly prepared: Prepared }>();
    // Requests that run come first: monitors that skip the check are not listed in its verdict.
    for (const { check, options, monitorIds, skipReason } of requests.toSorted(byWhetherSkipped)) {
      const own = checks.has(check) ? undefined : findOwn(project, check);
      const prepared = own ? preparedOwn(own, options) : prepare(check, options);
      const key = `${check} ${prepared.options}`;
      const job = jobs.get(key);
      const skipped = skipReason === undefined ? {} : { skipReason: skipReason };
      if (!job) jobs.set(key, { prepared, monitorIds, ...skipped });
      else if ((job.skipReason === undefined) === (skipReason === undefined)) {
        jobs.set(key, { ...job, monitorIds: [...new Set([...job.monitorIds, ...monitorIds])] });
      }
    }
    return [...jobs.values()];
  }
}

/** Evaluates a library check with its default options, for the gate of an asynchronous one. */
export function createEvaluateCode(
  checks: ReadonlyMap<string, CodeCheck>,
  beforeCheck: BeforeCheck = () => undefined,
): EvaluateCode {
  const prepare = createPreparer(checks);
  const defaults = {};
  return (check, subject) => evaluate(prepare(check, defaults), subject, beforeCheck);
}

const byWhetherSkipped = (left: CheckRequest, right: CheckRequest) =>
  Number(left.skipReason !== undefined) - Number(right.skipReason !== undefined);

type Prepared = { readonly check: string; readonly version: number; readonly options: string } & (
  | { readonly ready: true; readonly code: CodeCheck; readonly parsed: z.output<z.ZodType> }
  | { readonly ready: false; readonly reason: string }
);

/** Parses options once, cached by identity, then by canonical text. */
function createPreparer(checks: ReadonlyMap<string, CodeCheck>) {
  const byIdentity = new WeakMap<object, Map<string, Prepared>>();
  const byText = new LRUCache<string, Prepared>({ max: 2000 });

  return (name: string, options: CheckRequest["options"]): Prepared => {
    const known = byIdentity.get(options)?.get(name);
    if (known) return known;
    const prepared = prepare(name, options);
    const ofOptions = byIdentity.get(options) ?? new Map<string, Prepared>();
    ofOptions.set(name, prepared);
    byIdentity.set(options, ofOptions);
    return prepared;
  };

  function prepare(name: string, options: CheckRequest["options"]): Prepared {
    const text = canonicalJson(options);
    const key = `${name} ${text}`;
    const known = byText.get(key);
    if (known) return known;
    const prepared = prepareNew(name, options, digest(text));
    byText.set(key, prepared);
    return prepared;
  }

  function prepareNew(check: string, given: CheckRequest["options"], options: string): Prepared {
    const code = checks.get(check);
    if (!code) return { ready: false, check, version: 0, options, reason: `there is no check named ${check}` };
    const { version } = code;
    const parsed = code.options.safeParse(given);
    if (parsed.success) return { ready: true, check, version, options, code, parsed: parsed.data };
    const problems = parsed.error.issues.map(({ path, message }) => [...path, message].join(": "));
    return { ready: false, check, version, options, reason: `its options are wrong: ${problems.join("; ")}` };
  }
}

/** Not cached: another version of the check has the same name. */
function preparedOwn(code: CodeCheck, given: CheckRequest["options"]): Prepared {
  const { name: check, version } = code;
  const options = digest(canonicalJson(given));
  const parsed = code.options.safeParse(given);
  return parsed.success
    ? { ready: true, check, version, options, code, parsed: parsed.data }
    : { ready: false, check, version, options, reason: "it has no options" };
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function evaluate(prepared: Prepared, subject: Subject, beforeCheck: BeforeCheck): Outcome {
  if (!prepared.ready) return { kind: "broken", reason: prepared.reason };
  const refused = beforeCheck(prepared.check);
  if (refused !== undefined) return { kind: "broken", reason: refused };
  try {
    const reason = whyNotApplicable(prepared.code, subject);
    return reason === undefined ? prepared.code.evaluate(subject, prepared.parsed) : { kind: "skipped", reason };
  } catch (thrown) {
    return { kind: "broken", reason: `it threw: ${messageOf(thrown)}` };
  }
}

function fields(outcome: Outcome) {
  switch (outcome.kind) {
    case "passed":
    case "failed": {
      const { kind, ...rest } = outcome;
      return { state: kind, ...rest };
    }
    case "skipped":
    case "broken":
      return { state: outcome.kind, reason: outcome.reason, evidence: [] };
    default:
      return unreachable(outcome);
  }
}
