import { digestNumber } from "../../platform/crypto/digest.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { canonicalJson } from "../../platform/json/json.ts";
import type { CheckDescription, CheckNeed, CheckSubject, OutputRule } from "../check.ts";
import type { EvidenceTarget, Severity } from "../verdicts/verdict.ts";

/** How a value becomes passed or failed: the value and passing are two things. */
export type CustomOutput =
  | { readonly type: "boolean"; readonly passWhen: boolean }
  /** A number from `min` to `max`; it passes from `passFrom` to `passTo`, both included. */
  | {
      readonly type: "score";
      readonly min: number;
      readonly max: number;
      readonly passFrom?: number;
      readonly passTo?: number;
    }
  | { readonly type: "category"; readonly categories: readonly string[]; readonly passing: readonly string[] };

export type CustomBody =
  /** A module whose default export is a function of a datapoint, in TypeScript or JavaScript. */
  | { readonly kind: "code"; readonly source: string }
  /** A prompt with variables, for the project's judge model. */
  | { readonly kind: "judge"; readonly prompt: string };

/** All that decides a verdict. Another definition is another version. */
export interface CheckDefinition {
  readonly body: CustomBody;
  readonly output: CustomOutput;
  readonly judges: CheckSubject;
  readonly needs: readonly CheckNeed[];
}

/** A check that a project made itself, in its newest version. */
export interface CustomCheck extends CheckDefinition {
  readonly projectId: ProjectId;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly severity: Severity;
  readonly tags: readonly string[];
  /** Counts saved definitions from 1, for people. */
  readonly number: number;
  /** Hash of the definition: what verdicts are told apart by. */
  readonly version: number;
  /** It is not run: why, and since when. */
  readonly off?: SwitchedOff;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface SwitchedOff {
  readonly because: string;
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
  /** Who saved it, as in activity logs. */
  readonly by: string;
}

export const customNamePattern = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
export const customCategory = "Custom";

/** Raised when the same definition may give another verdict because of what runs it. */
const engine = 1;

/** The same definition has the same version, whoever saved it and how often. */
export function versionOf({ body, output, judges, needs }: CheckDefinition): number {
  return digestNumber("custom check", `${engine}`, canonicalJson({ body, output, judges, needs: [...needs].sort() }));
}

export function ruleOf(output: CustomOutput): OutputRule {
  switch (output.type) {
    case "boolean":
      return { type: "boolean", rule: `pass when ${output.passWhen}` };
    case "score":
      return { type: "score", rule: `${output.min}..${output.max}; pass ${passes(output)}` };
    case "category":
      return { type: "boolean", rule: `${output.categories.join(" | ")}; pass when ${output.passing.join(" or ")}` };
    default:
      return output satisfies never;
  }
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

/** A custom check as every other check is described. */
export function describeCustom(check: CustomCheck): CheckDescription {
  const { name, version, title, description, category, severity, judges, needs, body, output } = check;
  return {
    name,
    version,
    kind: body.kind,
    title,
    description,
    category,
    costClass: body.kind === "judge" ? "judge" : "expensive",
    judges,
    output: ruleOf(output),
    targets: targets[judges],
    needs,
    mode: "online",
    severity,
    finds: "behaviour",
    tier: 1,
    source: `written in this project, version ${check.number}`,
  };
}

const stopsAtMost = 5;
const stopsWithinMs = 10 * 60_000;

/** Whether a check whose program was ended at these times (Unix milliseconds) is switched off at `at`, and the times that still count. */
export function afterStop(
  before: readonly number[],
  at: number,
): { readonly stops: readonly number[]; readonly off?: SwitchedOff } {
  const stops = [...before, at].filter((time) => time > at - stopsWithinMs).slice(-stopsAtMost);
  if (stops.length < stopsAtMost) return { stops };
  const because = `it was stopped ${stopsAtMost} times within ${stopsWithinMs / 60_000} minutes because it met a limit of the sandbox`;
  return { stops: [], off: { because, at } };
}
