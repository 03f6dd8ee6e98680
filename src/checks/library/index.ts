import type { CodeCheck } from "../check.ts";
import * as agents from "./agents/index.ts";
import * as bias from "./bias/index.ts";
import * as business from "./business/index.ts";
import * as contentSafety from "./content-safety/index.ts";
import * as conversation from "./conversation/index.ts";
import * as correctness from "./correctness/index.ts";
import * as degeneration from "./degeneration/index.ts";
import * as format from "./format/index.ts";
import * as functionCalling from "./function-calling/index.ts";
import * as grounding from "./grounding/index.ts";
import * as language from "./language/index.ts";
import * as length from "./length/index.ts";
import * as operations from "./operations/index.ts";
import * as outputSecurity from "./output-security/index.ts";
import * as personalData from "./personal-data/index.ts";
import * as promptAttacks from "./prompt-attacks/index.ts";
import * as readability from "./readability/index.ts";
import * as reference from "./reference/index.ts";
import * as refusals from "./refusals/index.ts";
import * as regulated from "./regulated/index.ts";
import * as requestHygiene from "./request-hygiene/index.ts";
import * as secrets from "./secrets/index.ts";
import * as tasks from "./tasks/index.ts";
import * as truthfulness from "./truthfulness/index.ts";
import * as verifiable from "./verifiable/index.ts";

/** Categories of checks. A category exports single checks, and lists of those that share a file. */
const library: readonly Readonly<Record<string, CodeCheck | readonly CodeCheck[]>>[] = [
  functionCalling,
  agents,
  operations,
  requestHygiene,
  format,
  length,
  verifiable,
  readability,
  degeneration,
  reference,
  correctness,
  grounding,
  truthfulness,
  language,
  refusals,
  personalData,
  promptAttacks,
  secrets,
  outputSecurity,
  conversation,
  tasks,
  contentSafety,
  bias,
  business,
  regulated,
];

/** All built-in code checks by name: by category, and there in the order of their names. */
export const codeChecks: ReadonlyMap<string, CodeCheck> = new Map(
  library
    .flatMap((category) => Object.values(category).flat().toSorted(byName))
    .map((check) => [check.name, check] as const),
);

function byName(one: CodeCheck, other: CodeCheck): number {
  return one.name < other.name ? -1 : 1;
}
