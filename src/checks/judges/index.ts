import type { JudgeCheck } from "./judge.ts";
import { agents } from "./rubrics/agents.ts";
import { conversation } from "./rubrics/conversation.ts";
import { correctness } from "./rubrics/correctness.ts";
import { fairnessAndPolicy } from "./rubrics/fairness-and-policy.ts";
import { functionCalling } from "./rubrics/function-calling.ts";
import { grounding } from "./rubrics/grounding.ts";
import { privacyAndAttacks } from "./rubrics/privacy-and-attacks.ts";
import { quality } from "./rubrics/quality.ts";
import { queries } from "./rubrics/queries.ts";
import { refusals } from "./rubrics/refusals.ts";
import { safety } from "./rubrics/safety.ts";
import { style } from "./rubrics/style.ts";
import { tasks } from "./rubrics/tasks.ts";
import { truthfulness } from "./rubrics/truthfulness.ts";
import { writing } from "./rubrics/writing.ts";

const tables: readonly (readonly JudgeCheck[])[] = [
  functionCalling,
  agents,
  correctness,
  grounding,
  queries,
  truthfulness,
  refusals,
  quality,
  style,
  conversation,
  tasks,
  writing,
  privacyAndAttacks,
  safety,
  fairnessAndPolicy,
];

export const judgeChecks: ReadonlyMap<string, JudgeCheck> = new Map(
  tables.flat().map((check) => [check.name, check] as const),
);
