import { performance } from "node:perf_hooks";
import type { z } from "zod";
import type { Datapoint, Json } from "../../datapoints/datapoint.ts";
import type { Around } from "../../datapoints/traces/around.ts";
import { type Subject, subjectOf } from "../../datapoints/traces/subject.ts";
import { digest } from "../../platform/crypto/digest.ts";
import { messageOf } from "../../platform/failure.ts";
import type { MonitorId } from "../../platform/ids.ts";
import { canonicalJson } from "../../platform/json/json.ts";
import { whyNotApplicable } from "../applicability.ts";
import { budgetMs, type CodeCheck, type EvaluateCode } from "../check.ts";
import type { Outcome, Verdict } from "../verdicts/verdict.ts";

/** A check to run, with the options and the monitors that ask for it. */
export interface CheckRequest {
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
  readonly monitorIds: readonly MonitorId[];
  /** Not to be run for these monitors now, and why: the verdict is `skipped`. */
  readonly skipBecause?: string;
}

interface Needs {
  readonly checks: ReadonlyMap<string, CodeCheck>;
  /** Unix milliseconds: when a verdict was made. */
  readonly now: () => number;
  /** Monotonic milliseconds: how long an evaluation took. */
  readonly clock?: () => number;
  /** Milliseconds of CPU of this thread: dearer to read, and the same however busy the machine is. */
  readonly cpuClock?: () => number;
}

/** What an evaluation may know beside the datapoint. */
export interface Beside {
  readonly expected?: Json | undefined;
  readonly around?: Around | undefined;
}

export type Check = (datapoint: Datapoint, requests: readonly CheckRequest[], beside?: Beside) => readonly Verdict[];

/**
 * Station 5 for code checks. Every request gets exactly one verdict; the same check with equal options asked for by
 * several monitors is evaluated once and carries them all. Never throws: what cannot be run, or takes longer than its
 * cost class allows (measured afterwards, code cannot be interrupted), is `broken` with a reason.
 */
export function createChecker({ checks, now, clock = () => performance.now(), cpuClock = threadCpuMs }: Needs): Check {
  const prepare = createPreparer(checks);
  /** Selection gives the same list for the same monitors. */
  const mergedBefore = new WeakMap<readonly CheckRequest[], ReturnType<typeof mergedAnew>>();

  return (datapoint, requests, { expected, around } = {}) => {
    const subject = subjectOf(datapoint, expected, around);
    const at = now();
    return merged(requests).map(({ prepared, monitorIds, skipBecause }) => {
      if (skipBecause !== undefined) {
        const { check, options, version } = prepared;
        const facts = { datapointId: datapoint.id, check, version, options, monitorIds, durationMs: 0, at };
        return Object.assign(facts, fields({ kind: "skipped", because: skipBecause }));
      }
      let tried = timed(prepared, subject, clock);
      // A busy machine, or a pattern that is compiled on its first uses, is not the check's fault: tried afresh, by CPU.
      for (let more = 0; more < 2 && tried.overBudget; more++)
        tried = timed(prepared, subjectOf(datapoint, expected, around), cpuClock);
      const { outcome, durationMs } = tried;
      const { check, options, version } = prepared;
      const facts = { datapointId: datapoint.id, check, version, options, monitorIds, durationMs, at };
      return Object.assign(facts, fields(outcome));
    });
  };

  function timed(prepared: Prepared, subject: Subject, by: () => number) {
    const from = by();
    const outcome = evaluate(prepared, subject);
    const durationMs = by() - from;
    const budget = prepared.ready ? budgetMs[prepared.code.costClass] : Infinity;
    const overBudget = durationMs > budget;
    const because = `took ${durationMs.toFixed(1)} ms of its ${budget} ms`;
    return { outcome: overBudget ? { kind: "broken" as const, because } : outcome, durationMs, overBudget };
  }

  function merged(requests: readonly CheckRequest[]) {
    const known = mergedBefore.get(requests) ?? mergedAnew(requests);
    mergedBefore.set(requests, known);
    return known;
  }

  function mergedAnew(requests: readonly CheckRequest[]) {
    const jobs = new Map<string, Pick<CheckRequest, "monitorIds" | "skipBecause"> & { readonly prepared: Prepared }>();
    // What is to be run first: whoever skips the same check has no part in its verdict.
    for (const { check, options, monitorIds, skipBecause } of requests.toSorted(byWhetherSkipped)) {
      const prepared = prepare(check, options);
      const key = `${check} ${prepared.options}`;
      const job = jobs.get(key);
      const skipped = skipBecause === undefined ? {} : { skipBecause };
      if (!job) jobs.set(key, { prepared, monitorIds, ...skipped });
      else if ((job.skipBecause === undefined) === (skipBecause === undefined)) {
        jobs.set(key, { ...job, monitorIds: [...new Set([...job.monitorIds, ...monitorIds])] });
      }
    }
    return [...jobs.values()];
  }
}

/** One check of the library with its default options, for the gate of a slow one. */
export function createEvaluateCode(checks: ReadonlyMap<string, CodeCheck>): EvaluateCode {
  const prepare = createPreparer(checks);
  const defaults = {};
  return (check, subject) => evaluate(prepare(check, defaults), subject);
}

const byWhetherSkipped = (left: CheckRequest, right: CheckRequest) =>
  Number(left.skipBecause !== undefined) - Number(right.skipBecause !== undefined);

/** A check with its options parsed, or the reason why it cannot run. */
type Prepared = { readonly check: string; readonly version: number; readonly options: string } & (
  | { readonly ready: true; readonly code: CodeCheck; readonly parsed: z.output<z.ZodType> }
  | { readonly ready: false; readonly because: string }
);

/** Options are parsed once: found again by identity, else by their canonical text. */
function createPreparer(checks: ReadonlyMap<string, CodeCheck>) {
  const byIdentity = new WeakMap<object, Map<string, Prepared>>();
  const byText = new Map<string, Prepared>();
  const rememberAtMost = 2000;

  return (name: string, options: CheckRequest["options"]): Prepared => {
    const known = byIdentity.get(options)?.get(name);
    if (known) return known;
    const prepared = lookUp(name, options);
    const ofOptions = byIdentity.get(options) ?? new Map<string, Prepared>();
    ofOptions.set(name, prepared);
    byIdentity.set(options, ofOptions);
    return prepared;
  };

  function lookUp(name: string, options: CheckRequest["options"]): Prepared {
    const text = canonicalJson(options);
    const key = `${name} ${text}`;
    const known = byText.get(key);
    if (known) return known;
    if (byText.size >= rememberAtMost) byText.clear();
    const prepared = prepareNew(name, options, digest(text));
    byText.set(key, prepared);
    return prepared;
  }

  function prepareNew(check: string, given: CheckRequest["options"], options: string): Prepared {
    const code = checks.get(check);
    if (!code) return { ready: false, check, version: 0, options, because: `there is no check named ${check}` };
    const { version } = code;
    const parsed = code.options.safeParse(given);
    if (parsed.success) return { ready: true, check, version, options, code, parsed: parsed.data };
    const problems = parsed.error.issues.map(({ path, message }) => [...path, message].join(": "));
    return { ready: false, check, version, options, because: `its options are wrong: ${problems.join("; ")}` };
  }
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function evaluate(prepared: Prepared, subject: Subject): Outcome {
  if (!prepared.ready) return { kind: "broken", because: prepared.because };
  try {
    const because = whyNotApplicable(prepared.code, subject);
    return because === undefined ? prepared.code.evaluate(subject, prepared.parsed) : { kind: "skipped", because };
  } catch (thrown) {
    return { kind: "broken", because: `it threw: ${messageOf(thrown)}` };
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
      return { state: outcome.kind, because: outcome.because, evidence: [] };
    default:
      return outcome satisfies never;
  }
}
