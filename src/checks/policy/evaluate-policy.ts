import type { Datapoint, Evidence, Outcome, Subject } from "../../datapoints/index.ts";
import { property, skipped } from "../verdicts/outcome.ts";
import { type PolicyRule, policyRule, type Violation } from "./policy-rule.ts";
import { stepsOf, type TraceStep } from "./trace-step.ts";

/** Evaluates the rules of a policy on the trace of a call. One call of the trace gets the verdict; the others skip it. */
export function evaluatePolicy(subject: Subject, rules: readonly string[]): Outcome {
  if (rules.length === 0) return skipped("no rules are configured");
  if ((subject.context.spans?.() ?? []).length === 0) return skipped("the trace is not known");
  const steps = stepsOf(subject);
  const violations = compiled(rules).flatMap((rule) => rule(steps));
  const calls = subject.context.calls ?? [subject.datapoint];
  const own = violations.filter((violation) => callOf(violation, calls)?.id === subject.datapoint.id);
  if (own.length > 0) return property(false, explanationOf(own), evidenceOf(own, subject));
  if (violations.length > 0) return skipped("the violating step belongs to another call of the trace");
  if (lastOf(calls)?.id !== subject.datapoint.id) return skipped("the trace is judged at its last call");
  return property(true, `${rules.length} rules hold for ${steps.length} steps`);
}

/** Options are parsed once, so the same list of rules comes again. */
const cache = new WeakMap<readonly string[], readonly PolicyRule[]>();

function compiled(rules: readonly string[]): readonly PolicyRule[] {
  const known = cache.get(rules);
  if (known) return known;
  const made = rules.map(policyRule).flatMap((rule) => (typeof rule === "object" ? [] : [rule]));
  cache.set(rules, made);
  return made;
}

const byStart = (one: Datapoint, other: Datapoint) => one.startedAt - other.startedAt || (one.id < other.id ? -1 : 1);

const lastOf = (calls: readonly Datapoint[]) => calls.toSorted(byStart).at(-1);

/** Returns the call that led to the step; what did not happen belongs to the last call. */
function callOf({ step }: Violation, calls: readonly Datapoint[]): Datapoint | undefined {
  const ordered = calls.toSorted(byStart);
  if (!step) return ordered.at(-1);
  return ordered.findLast(({ startedAt }) => startedAt <= step.startMs) ?? ordered[0];
}

const explanationOf = (violations: readonly Violation[]) =>
  violations
    .slice(0, 5)
    .map(({ rule, step, reason }) => `${step ? `${nameOf(step)}: ` : ""}${reason} (${rule})`)
    .join("; ");

function nameOf({ kinds: [kind = "step"], name, span }: TraceStep): string {
  return `${kind} ${name}${span ? ` (span ${span.id})` : ""}`;
}

/** Quotes the violating tools in the tool calls of the response. */
function evidenceOf(violations: readonly Violation[], subject: Subject): readonly Evidence[] {
  const { text } = subject.text("tool_calls");
  const names = new Set(violations.flatMap(({ step }) => (step?.kinds.includes("tool") ? [step.name] : [])));
  return [...names].slice(0, 5).flatMap((name) => {
    const start = text.indexOf(name);
    return start < 0 || name === ""
      ? []
      : [{ target: "tool_calls" as const, start, end: start + name.length, text: name }];
  });
}
