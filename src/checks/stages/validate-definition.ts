import { unreachable } from "../../platform/http/unreachable.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Sandbox, SandboxResult } from "../../platform/sandbox/sandbox.ts";
import type { CheckDefinition } from "../custom/custom-check.ts";
import { readTemplate } from "../judges/judge-template.ts";
import { policyRule } from "../policy/policy-rule.ts";

/** A problem of a definition and its location. */
export interface DefinitionProblem {
  readonly message: string;
  readonly field: string;
  readonly line?: number;
  readonly column?: number;
}

export type ValidateDefinition = (
  project: ProjectId,
  definition: CheckDefinition,
) => Promise<readonly DefinitionProblem[]>;

/** Reports why a definition could never give a verdict, without calling its function or a model. */
export function createValidateDefinition({ sandbox }: { sandbox: Pick<Sandbox, "run"> }): ValidateDefinition {
  return async (project, { body, output }) => {
    if (body.kind === "code") return problemsOf(await sandbox.run(project, { source: body.source, clock: 0 }));
    if (body.kind === "policy") return body.rules.flatMap(ruleProblem);
    const unread = readTemplate(body.prompt).problems.map((problem) => ({ ...problem, field: "body.prompt" }));
    const levels = output.type !== "score" || (output.min === 1 && output.max === 5 && output.passTo === undefined);
    return levels ? unread : [...unread, { message: onlyLevels, field: "output" }];
  };
}

function ruleProblem(text: string, index: number): readonly DefinitionProblem[] {
  const rule = policyRule(text);
  return typeof rule === "object" ? [{ message: rule.problem, field: `body.rules.${index}`, line: index + 1 }] : [];
}

const onlyLevels = "a judge rates from 1 to 5 and passes from a level on: min 1, max 5, passFrom";

function problemsOf(result: SandboxResult): readonly DefinitionProblem[] {
  const field = "body.source";
  switch (result.kind) {
    case "returned":
      return [];
    case "threw": {
      const { message, line, column } = result;
      const location = { ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
      return [{ message, field, ...location }];
    }
    case "stopped":
    case "killed":
      return [{ message: "it met a limit of the sandbox before its function was called", field }];
    case "unavailable":
      return [{ message: `it could not be tried: ${result.reason}`, field }];
    default:
      return unreachable(result);
  }
}
