import type { EvidenceTarget, Severity } from "../../datapoints/index.ts";
import { digestNumber } from "../../platform/crypto/digest.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { canonicalJson } from "../../platform/json/json.ts";
import {
  type CheckDescription,
  type CheckNeed,
  type CheckSubject,
  type OutputRule,
  type ScoreDirection,
  scored,
} from "../check.ts";

/** How a value maps to passed or failed. */
export type CustomOutput =
  | { readonly type: "boolean"; readonly passWhen: boolean }
  /** A number from `min` to `max`, which passes from `passFrom` to `passTo`. All bounds are inclusive. */
  | {
      readonly type: "score";
      readonly min: number;
      readonly max: number;
      readonly passFrom?: number;
      readonly passTo?: number;
    }
  | { readonly type: "category"; readonly categories: readonly string[]; readonly passing: readonly string[] };

export type CustomBody =
  /** A TypeScript or JavaScript module whose default export is a function of a datapoint. */
  | { readonly kind: "code"; readonly source: string }
  /** A prompt template for the project's judge model. */
  | { readonly kind: "judge"; readonly prompt: string }
  /** Rules over the steps of a trace (see policy-rule.ts). */
  | { readonly kind: "policy"; readonly rules: readonly string[] };

/** Everything that determines a verdict. A changed definition is a new version. */
export interface CheckDefinition {
  readonly body: CustomBody;
  readonly output: CustomOutput;
  readonly judges: CheckSubject;
  readonly needs: readonly CheckNeed[];
}

/** A project's custom check in its newest version. */
export interface CustomCheck extends CheckDefinition {
  readonly projectId: ProjectId;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly severity: Severity;
  readonly tags: readonly string[];
  /** Number of the saved definition, from 1; shown to people. */
  readonly number: number;
  /** Hash of the definition; identifies the version that produced a verdict. */
  readonly version: number;
  /** Present while the check is switched off: why and since when. */
  readonly off?: SwitchedOff;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface SwitchedOff {
  readonly reason: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** One saved definition of a check. */
export interface CheckVersion {
  readonly number: number;
  readonly version: number;
  readonly definition: CheckDefinition;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly by: string;
}

/** A policy passes when its rules hold for the trace; nothing else of its definition can be chosen. */
export const normalizedDefinition = (definition: CheckDefinition): CheckDefinition =>
  definition.body.kind === "policy"
    ? { body: definition.body, output: { type: "boolean", passWhen: true }, judges: "operation", needs: ["trace"] }
    : definition;

export const customNamePattern = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
export const customCategory = "Custom";

/** Incremented when a change of the runtime may give the same definition another verdict. */
const engine = 1;

/** Returns the version of a definition; equal definitions have equal versions. */
export function versionOf({ body, output, judges, needs }: CheckDefinition): number {
  return digestNumber("custom check", `${engine}`, canonicalJson({ body, output, judges, needs: [...needs].sort() }));
}

export function ruleOf(output: CustomOutput): OutputRule {
  switch (output.type) {
    case "boolean":
      return { type: "boolean", rule: `pass when ${output.passWhen}` };
    case "score":
      return scored(`${output.min}..${output.max}; pass ${passes(output)}`, directionOf(output));
    case "category":
      return { type: "boolean", rule: `${output.categories.join(" | ")}; pass when ${output.passing.join(" or ")}` };
    default:
      return unreachable(output);
  }
}

/** A one-sided rule says which side is better; a range does not. */
function directionOf({ passFrom, passTo }: { readonly passFrom?: number; readonly passTo?: number }): ScoreDirection {
  if (passTo === undefined) return passFrom === undefined ? "neutral" : "higher";
  return passFrom === undefined ? "lower" : "neutral";
}

function passes({ passFrom, passTo }: { readonly passFrom?: number; readonly passTo?: number }): string {
  if (passFrom !== undefined && passTo !== undefined) return `in ${passFrom}..${passTo}`;
  return passFrom === undefined ? `≤ ${passTo}` : `≥ ${passFrom}`;
}

const targets: Readonly<Record<CheckSubject, readonly EvidenceTarget[]>> = {
  answer: ["output"],
  calls: ["tool_calls"],
  texts: ["input", "output"],
  request: ["input"],
  operation: ["metadata"],
};

const costClasses = { judge: "judge", code: "expensive", policy: "cheap" } as const;

/** Describes a custom check in the form of library checks. */
export function describeCustom(check: CustomCheck): CheckDescription {
  const { name, version, title, description, category, severity, judges, needs, body, output } = check;
  return {
    name,
    version,
    kind: body.kind === "judge" ? "judge" : "code",
    title,
    description,
    category,
    costClass: costClasses[body.kind],
    judges,
    output: ruleOf(output),
    targets: body.kind === "policy" ? ["tool_calls"] : targets[judges],
    needs,
    mode: "online",
    severity,
    finds: "behavior",
    tier: 1,
    source: `written in this project, version ${check.number}`,
  };
}

const stopsAtMost = 5;
const stopsWithinMs = 10 * 60_000;

/**
 * Decides whether a check is switched off after its program was stopped at these times (Unix milliseconds),
 * and returns the times that still count at `at`.
 */
export function afterStop(
  before: readonly number[],
  at: number,
): { readonly stops: readonly number[]; readonly off?: SwitchedOff } {
  const stops = [...before, at].filter((time) => time > at - stopsWithinMs).slice(-stopsAtMost);
  if (stops.length < stopsAtMost) return { stops };
  const reason = `it was stopped ${stopsAtMost} times within ${stopsWithinMs / 60_000} minutes because it met a limit of the sandbox`;
  return { stops: [], off: { reason, at } };
}
