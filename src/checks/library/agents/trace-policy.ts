import type { Datapoint, Evidence, Subject } from "../../../datapoints/index.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { type PolicyRule, policyRule, type Violation } from "./policy/policy-rule.ts";
import { stepsOf, type TraceStep } from "./policy/trace-step.ts";
import { agentSpans } from "./shared-properties.ts";

const Rule = z
  .string()
  .min(1)
  .max(1000)
  .superRefine((text, context) => {
    const rule = policyRule(text);
    if (typeof rule === "object") context.addIssue(rule.problem);
  });

export const tracePolicy = defineCheck({
  ...agentSpans,
  name: "trace_policy",
  title: "Trace follows the policy",
  description:
    "Every rule holds for the steps of the trace, by their times: `tool:refund only after tool:check_identity status:ok`, `step:retrieval before step:answer`, `never tool:ship after (tool:charge status:error)`, `tool:send_email at most once`, `step:tool at least 1`. The parts are queries over steps: `step` (tool, agent, retrieval, chain, app, call, answer), `tool`, `name`, `status`, `latency`, `attr.<name>`. The verdict is that of the call to which the first violating step belongs, else of the last call.",
  severity: "critical",
  needs: ["trace", "config"],
  targets: ["tool_calls"],
  source: "linear temporal rules over tool calls",
  options: z.strictObject({ rules: z.array(Rule).max(50).default([]) }),
  evaluate: (subject, { rules }) => {
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
  },
});

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
