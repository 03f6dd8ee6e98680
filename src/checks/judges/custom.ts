import { z } from "zod";
import { type CheckDefinition, type CustomBody, ruleOf } from "../custom/custom-check.ts";
import type { JudgeCheck, JudgeField } from "./judge.ts";
import { readTemplate, sectionName, type TemplatePart } from "./judge-template.ts";
import { names } from "./prompt/prompt.ts";

export type PromptDefinition = CheckDefinition & { readonly body: Extract<CustomBody, { kind: "judge" }> };

const fieldOf: Readonly<Record<TemplatePart, JudgeField>> = {
  input: "input",
  output: "output",
  system_prompt: "system",
  conversation: "conversation",
  expected: "expected",
  context: "context",
  tool_calls: "tool_calls",
  tools: "tools",
  metadata: "metadata",
};

/**
 * Turns a project's prompt check into a judge check. Its texts are sent as data in blocks, not as part of the
 * prompt.
 */
export function judgeCheckOf(name: string, version: number, definition: PromptDefinition): JudgeCheck {
  const { body, output, judges, needs } = definition;
  const { instructions, parts } = readTemplate(body.prompt);
  const where = parts.map((part) => `${sectionName(part)} is the block ${names[fieldOf[part]]}`).join("; ");
  return {
    name,
    version,
    kind: "judge",
    title: name,
    description: instructions,
    category: "Custom",
    costClass: "judge",
    judges,
    output: ruleOf(output),
    targets: [],
    needs,
    mode: "online",
    severity: "major",
    finds: "behavior",
    tier: 1,
    source: "written in this project",
    options: z.strictObject({}),
    executor: "judge",
    group: name,
    rubric: {
      criterion: `${instructions}\n(Here ${where}.)`,
      answer: { kind: "custom", output },
      fields: parts.map((part) => fieldOf[part]),
    },
  };
}
