import { type CheckDefinition, type CustomCheck, versionOf } from "../../../src/checks/custom/custom-check.ts";
import { globalProject } from "../../../src/platform/ids.ts";
import { noon } from "./examples.ts";

export const codeDefinition = (source: string, changes: Partial<CheckDefinition> = {}): CheckDefinition => ({
  body: { kind: "code", source },
  output: { type: "boolean", passWhen: true },
  judges: "answer",
  needs: [],
  ...changes,
});

/** A saved check of the Global project. */
export function aCustomCheck(changes: Partial<CustomCheck> = {}): CustomCheck {
  const definition = { ...codeDefinition("export default ({ output }) => output.includes('refund')"), ...changes };
  return {
    projectId: globalProject,
    name: "mentions_refund",
    title: "Mentions a refund",
    description: "",
    category: "Custom",
    severity: "major",
    tags: [],
    number: 1,
    createdAt: noon,
    updatedAt: noon,
    ...definition,
    version: changes.version ?? versionOf(definition),
  };
}
