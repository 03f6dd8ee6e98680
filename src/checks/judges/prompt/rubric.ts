import { hash } from "node:crypto";
import { z } from "zod";
import type { EvidenceTarget, Severity } from "../../../datapoints/index.ts";
import { type CheckMode, type CheckNeed, type CheckSubject, type SlowCheck, scored } from "../../check.ts";
import type { JudgeAnswer, JudgeCheck, JudgeField, Rubric } from "../judge.ts";

/** Increments when the prompt around the criteria changes, which gives all judge checks new versions. */
const protocolVersion = 1;

/** Properties shared by the checks of one table. */
export interface Common {
  readonly category: string;
  readonly fields: readonly JudgeField[];
  readonly severity?: Severity;
  readonly pack?: string;
  readonly judges?: CheckSubject;
  readonly needs?: readonly CheckNeed[];
  readonly mode?: CheckMode;
  readonly tier?: 1 | 2 | 3;
}

export interface Row extends Partial<Common> {
  readonly name: string;
  readonly title: string;
  readonly criterion: string;
  readonly source: string;
  readonly appliesWhen?: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly choices?: Rubric["choices"];
  readonly askedTimes?: string;
  readonly firstStep?: Rubric["firstStep"];
  readonly gate?: SlowCheck["gate"];
  /** The lowest level of a rating that passes. */
  readonly threshold?: number;
  /** Options in addition to threshold, settings and choices. */
  readonly options?: z.ZodRawShape;
}

/** Defines a yes/no check. `passesWhen`: the answer that passes. */
export const yesNo = (common: Common, passesWhen: boolean, row: Row): JudgeCheck =>
  define(common, row, {
    answer: { kind: "yes_no", passesWhen },
    output: { type: "boolean", rule: `pass when ${passesWhen}` },
  });

/**
 * Defines a rating from 1 to 5; levels without a description lie between their neighbors. Passes from 4 on,
 * unless the row sets another threshold.
 */
export const levels = (common: Common, described: Readonly<Record<number, string>>, row: Row): JudgeCheck => {
  const { threshold = 4 } = row;
  const output = scored(`1..5; pass ≥ ${threshold}`, "higher");
  return define(common, row, { answer: { kind: "levels", levels: described }, output, threshold });
};

/** Defines a score from 0 to 1 that code counts from labeled items. */
export const items = (
  common: Common,
  counted: Omit<JudgeAnswer & { kind: "items" }, "kind">,
  threshold: number,
  row: Row,
): JudgeCheck =>
  define(common, row, { answer: { kind: "items", ...counted }, output: shareRule(threshold), threshold });

export const classes = (
  common: Common,
  known: (JudgeAnswer & { kind: "classes" })["classes"],
  threshold: number,
  row: Row,
): JudgeCheck =>
  define(common, row, { answer: { kind: "classes", classes: known }, output: shareRule(threshold), threshold });

/** Defines a score from 0 to 1: the similarity of the embedding vectors of answer and reference. */
export const embedding = (common: Common, threshold: number, row: Row): JudgeCheck =>
  define(common, row, { answer: { kind: "embedding" }, output: shareRule(threshold), threshold });

export const pairwise = (common: Common, row: Row): JudgeCheck =>
  define(common, row, { answer: { kind: "pairwise" }, output: shareRule(0.5), threshold: 0.5 });

const shareRule = (threshold: number): JudgeCheck["output"] => scored(`0..1; pass ≥ ${threshold}`, "higher");

/** Returns the share of yes among yes and no, ignoring unclear labels. */
export function shareOfYes(labels: readonly string[]): number | undefined {
  const yes = labels.filter((label) => label === "yes").length;
  const no = labels.filter((label) => label === "no").length;
  return yes + no === 0 ? undefined : yes / (yes + no);
}

interface Decided {
  readonly answer: JudgeAnswer;
  readonly output: JudgeCheck["output"];
  /** The lowest passing value; absent for checks without a score. */
  readonly threshold?: number;
}

function define(common: Common, row: Row, { answer, output, threshold }: Decided): JudgeCheck {
  const { name, title, criterion, source, appliesWhen, settings, choices, askedTimes, firstStep, gate } = row;
  const {
    category,
    fields,
    severity = "major",
    pack,
    judges = "answer",
    needs = [],
    mode,
    tier,
  } = { ...common, ...row };
  const rubric: Rubric = {
    criterion,
    answer,
    fields,
    ...(appliesWhen === undefined ? {} : { appliesWhen }),
    ...(settings === undefined ? {} : { settings }),
    ...(choices === undefined ? {} : { choices }),
    ...(askedTimes === undefined ? {} : { askedTimes }),
    ...(firstStep === undefined ? {} : { firstStep }),
  };
  const texts = Object.keys(settings ?? {}).map((option) => [option, z.string().max(20_000).default("")] as const);
  const chosen = Object.entries(choices ?? {}).map(([option, values]) => {
    const [usual = "", ...others] = Object.keys(values);
    return [option, z.enum([usual, ...others]).default(usual)] as const;
  });
  const described = criterion.replaceAll(/\{(\w+)\}/g, "`$1`");
  return {
    name,
    version: versionOf(rubric),
    kind: "judge",
    title,
    description: appliesWhen === undefined ? described : `${described} Applies when ${appliesWhen}.`,
    category,
    costClass: "judge",
    judges,
    output,
    targets: targetsOf(fields),
    needs: settings === undefined ? needs : [...needs, "config"],
    mode: mode ?? "online sampled",
    severity,
    finds: "behavior",
    tier: tier ?? 1,
    source,
    options: z.strictObject({
      ...(threshold === undefined ? {} : { threshold: z.number().default(threshold) }),
      ...Object.fromEntries([...texts, ...chosen]),
      ...row.options,
    }),
    executor: "judge",
    group: pack ?? name,
    rubric,
    ...(pack === undefined ? {} : { pack }),
    ...(gate === undefined ? {} : { gate }),
  };
}

/** Returns 31 bits of a hash of the rubric: a different question is a different version. */
function versionOf(rubric: Rubric): number {
  const { answer, ...rest } = rubric;
  const counted = JSON.stringify([protocolVersion, rest, answer]);
  return Number.parseInt(hash("sha256", counted, "hex").slice(0, 8), 16) >>> 1;
}

const targetOf: Readonly<Partial<Record<JudgeField, EvidenceTarget>>> = {
  conversation: "conversation",
  input: "input",
  output: "output",
  tool_calls: "tool_calls",
  tools: "tools",
  context: "metadata",
};

function targetsOf(fields: readonly JudgeField[]): readonly EvidenceTarget[] {
  return [...new Set(fields.flatMap((field) => targetOf[field] ?? []))];
}
