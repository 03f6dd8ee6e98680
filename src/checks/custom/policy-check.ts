import { z } from "zod";
import type { ProjectId } from "../../platform/ids.ts";
import type { CodeCheck } from "../check.ts";
import { switchedOffReason } from "../lacking.ts";
import { evaluatePolicy } from "../policy/evaluate-policy.ts";
import { type CheckDefinition, type CustomBody, type CustomCheck, describeCustom } from "./custom-check.ts";

export type PolicyDefinition = CheckDefinition & { readonly body: Extract<CustomBody, { kind: "policy" }> };

export const isPolicy = <Definition extends CheckDefinition>(
  definition: Definition,
): definition is Definition & PolicyDefinition => definition.body.kind === "policy";

const noOptions = z.strictObject({});

/**
 * Trace policies of all projects as code checks. They run in the pipeline, because a late span of the trace must
 * correct their verdict.
 */
export function createPolicyChecks() {
  const ofProject = new Map<ProjectId, ReadonlyMap<string, CodeCheck>>();
  return {
    find: (project: ProjectId, name: string): CodeCheck | undefined => ofProject.get(project)?.get(name),
    /** Replaces a project's policies. */
    update(project: ProjectId, checks: readonly CustomCheck[]): void {
      const policies = checks.filter(isPolicy);
      if (policies.length === 0) ofProject.delete(project);
      else ofProject.set(project, new Map(policies.map((check) => [check.name, codeCheckOf(check)])));
    },
  };
}

function codeCheckOf(check: CustomCheck & PolicyDefinition): CodeCheck {
  const { off, body } = check;
  return {
    ...describeCustom(check),
    kind: "code",
    options: noOptions,
    evaluate: (subject) =>
      off === undefined
        ? evaluatePolicy(subject, body.rules)
        : { kind: "skipped", reason: switchedOffReason(off.reason) },
  };
}
