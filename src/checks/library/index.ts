import type { CodeCheck } from "../check.ts";
import { agentsChecks } from "./agents/index.ts";
import { biasChecks } from "./bias/index.ts";
import { businessChecks } from "./business/index.ts";
import { contentSafetyChecks } from "./content-safety/index.ts";
import { conversationChecks } from "./conversation/index.ts";
import { correctnessChecks } from "./correctness/index.ts";
import { degenerationChecks } from "./degeneration/index.ts";
import { formatChecks } from "./format/index.ts";
import { functionCallingChecks } from "./function-calling/index.ts";
import { groundingChecks } from "./grounding/index.ts";
import { languageChecks } from "./language/index.ts";
import { lengthChecks } from "./length/index.ts";
import { operationsChecks } from "./operations/index.ts";
import { outputSecurityChecks } from "./output-security/index.ts";
import { personalDataChecks } from "./personal-data/index.ts";
import { promptAttacksChecks } from "./prompt-attacks/index.ts";
import { readabilityChecks } from "./readability/index.ts";
import { referenceChecks } from "./reference/index.ts";
import { refusalsChecks } from "./refusals/index.ts";
import { regulatedChecks } from "./regulated/index.ts";
import { requestHygieneChecks } from "./request-hygiene/index.ts";
import { secretsChecks } from "./secrets/index.ts";
import { tasksChecks } from "./tasks/index.ts";
import { truthfulnessChecks } from "./truthfulness/index.ts";
import { verifiableChecks } from "./verifiable/index.ts";

/** All built-in code checks, by category. */
const library: readonly CodeCheck[] = [
  ...functionCallingChecks,
  ...agentsChecks,
  ...operationsChecks,
  ...requestHygieneChecks,
  ...formatChecks,
  ...lengthChecks,
  ...verifiableChecks,
  ...readabilityChecks,
  ...degenerationChecks,
  ...referenceChecks,
  ...correctnessChecks,
  ...groundingChecks,
  ...truthfulnessChecks,
  ...languageChecks,
  ...refusalsChecks,
  ...personalDataChecks,
  ...promptAttacksChecks,
  ...secretsChecks,
  ...outputSecurityChecks,
  ...conversationChecks,
  ...tasksChecks,
  ...contentSafetyChecks,
  ...biasChecks,
  ...businessChecks,
  ...regulatedChecks,
];

export const codeChecks: ReadonlyMap<string, CodeCheck> = new Map(library.map((check) => [check.name, check]));
