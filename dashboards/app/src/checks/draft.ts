import type { Check, CheckDefinition, CheckDetail } from "../platform/api/types.ts";

export const emptyDraft = {
  name: "",
  title: "",
  description: "",
  severity: "major" as Check["severity"],
  tags: "",
  kind: "code" as CheckDefinition["body"]["kind"],
  source: `export default ({ input, output, toolCalls, context, metadata, datapoint }) => {
  const found = /\\bguarantee\\w*/i.exec(output);
  return {
    value: found !== null,
    explanation: found ? \`it says "\${found[0]}"\` : "no promise is made",
    evidence: found ? [found[0]] : [],
  };
};
`,
  prompt: "Does {{output}} answer the question in {{input}}?",
  rules: "tool:refund only after (tool:check_identity status:ok)",
  output: "boolean" as CheckDefinition["output"]["type"],
  passWhen: false,
  min: "0",
  max: "1",
  passFrom: "0.5",
  passTo: "",
  categories: "",
  passing: "",
  judges: "answer" as Check["judges"],
};

/** The form state of a check. Numbers and lists are text as typed. */
export type Draft = Readonly<typeof emptyDraft>;

export function draftOf(check: CheckDetail): Draft {
  const { name, title, description, severity, custom, definition } = check;
  if (!definition) return emptyDraft;
  const tags = (custom?.tags ?? []).join(", ");
  return { ...emptyDraft, name, title, description, severity, tags, ...drafted(definition) };
}

export function drafted({ body, output, judges }: CheckDefinition): Partial<Draft> {
  return { judges, kind: body.kind, ...textsOf(body), output: output.type, ...ruleOf(output) };
}

function textsOf(body: CheckDefinition["body"]): Partial<Draft> {
  if (body.kind === "policy") return { rules: body.rules.join("\n") };
  return body.kind === "code" ? { source: body.source } : { prompt: body.prompt };
}

function ruleOf(output: CheckDefinition["output"]): Partial<Draft> {
  if (output.type === "boolean") return { passWhen: output.passWhen };
  if (output.type === "category")
    return { categories: output.categories.join(", "), passing: output.passing.join(", ") };
  const { min, max, passFrom, passTo } = output;
  return { min: `${min}`, max: `${max}`, passFrom: `${passFrom ?? ""}`, passTo: `${passTo ?? ""}` };
}

export function definitionOf(draft: Draft): CheckDefinition {
  if (draft.kind === "policy") return policyOf(draft.rules);
  const body: CheckDefinition["body"] =
    draft.kind === "code" ? { kind: "code", source: draft.source } : { kind: "judge", prompt: draft.prompt };
  return { body, output: outputOf(draft), judges: draft.judges, needs: [] };
}

const policyOf = (text: string): CheckDefinition => ({
  body: {
    kind: "policy",
    rules: text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  },
  output: { type: "boolean", passWhen: true },
  judges: "operation",
  needs: ["trace"],
});

function outputOf({ output, passWhen, min, max, passFrom, passTo, ...rest }: Draft): CheckDefinition["output"] {
  if (output === "boolean") return { type: "boolean", passWhen };
  if (output === "category")
    return { type: "category", categories: listOf(rest.categories), passing: listOf(rest.passing) };
  return {
    type: "score",
    min: Number(min),
    max: Number(max),
    ...(passFrom.trim() === "" ? {} : { passFrom: Number(passFrom) }),
    ...(passTo.trim() === "" ? {} : { passTo: Number(passTo) }),
  };
}

export const listOf = (text: string): string[] =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
