import { type StepTest, stepTest } from "./step-query.ts";
import type { TraceStep } from "./trace-step.ts";

/** A step that breaks a rule; `step` is absent where something that must happen did not. */
export interface Violation {
  readonly rule: string;
  readonly step?: TraceStep;
  readonly reason: string;
}

export type PolicyRule = (steps: readonly TraceStep[]) => readonly Violation[];

const syntax =
  "write “A only after B”, “A before B”, “never A”, “never A after B”, “A at most 2” or “A at least 1”, with queries such as tool:refund for A and B";

interface Form {
  readonly pattern: RegExp;
  readonly make: (rule: string, tests: readonly StepTest[], count: number) => PolicyRule;
}

/** Quoted parts of a rule are masked before it is split, so that a name may hold a keyword. */
const forms: readonly Form[] = [
  { pattern: /^never\s+(.+?)\s+after\s+(.+)$/is, make: (rule, [what, cause]) => neverAfter(rule, what, cause) },
  { pattern: /^never\s+(.+)$/is, make: (rule, [what]) => atMost(rule, what, 0) },
  { pattern: /^(.+?)\s+only\s+after\s+(.+)$/is, make: (rule, [what, first]) => onlyAfter(rule, what, first) },
  { pattern: /^(.+?)\s+before\s+(.+)$/is, make: (rule, [first, what]) => onlyAfter(rule, what, first) },
  {
    pattern: /^(.+?)\s+at\s+most\s+(?:once|(\d{1,6})(?:\s+times)?)$/is,
    make: (rule, [what], count) => atMost(rule, what, count),
  },
  {
    pattern: /^(.+?)\s+at\s+least\s+(?:once|(\d{1,6})(?:\s+times)?)$/is,
    make: (rule, [what], count) => atLeast(rule, what, count),
  },
];

/** Reads a rule, or returns what is wrong with it. */
export function policyRule(rule: string): PolicyRule | { readonly problem: string } {
  const text = rule.trim();
  const masked = text.replace(/"(?:[^"\\]|\\.)*"/g, (quoted) => "\u0001".repeat(quoted.length));
  for (const { pattern, make } of forms) {
    const found = new RegExp(pattern, `${pattern.flags}d`).exec(masked);
    if (!found) continue;
    const parts = (found.indices ?? []).slice(1).flatMap((range) => (range ? [text.slice(...range)] : []));
    const isCounted = /at\\s\+(?:most|least)/.test(pattern.source);
    const queries = isCounted ? parts.slice(0, 1) : parts;
    const tests: StepTest[] = [];
    for (const query of queries) {
      const test = stepTest(query);
      if (typeof test === "object") return test;
      tests.push(test);
    }
    return make(text, tests, isCounted ? Number(parts[1] ?? 1) : 0);
  }
  return { problem: `“${rule}” is no rule: ${syntax}` };
}

const noStep: StepTest = () => false;

function onlyAfter(rule: string, what: StepTest = noStep, first: StepTest = noStep): PolicyRule {
  return (steps) => {
    const done = Math.min(...steps.filter(first).map(({ endMs }) => endMs));
    return steps
      .filter((step) => what(step) && step.startMs < done)
      .map((step) => ({ rule, step, reason: "what must come before had not happened" }));
  };
}

function neverAfter(rule: string, what: StepTest = noStep, cause: StepTest = noStep): PolicyRule {
  return (steps) => {
    const since = Math.min(...steps.filter(cause).map(({ endMs }) => endMs));
    return steps
      .filter((step) => what(step) && step.startMs >= since)
      .map((step) => ({ rule, step, reason: "it came after" }));
  };
}

function atMost(rule: string, what: StepTest = noStep, count: number): PolicyRule {
  return (steps) =>
    steps
      .filter(what)
      .slice(count)
      .map((step) => ({ rule, step, reason: count === 0 ? "it happened" : `more than ${count} of them` }));
}

function atLeast(rule: string, what: StepTest = noStep, count: number): PolicyRule {
  return (steps) => {
    const found = steps.filter(what).length;
    return found >= count ? [] : [{ rule, reason: `${found} of them in the trace` }];
  };
}
