import { z } from "zod";
import { defineCheck } from "../../check.ts";
import { defect, property, skipped } from "../../verdicts/outcome.ts";

const common = {
  version: 1,
  category: "Request hygiene",
  costClass: "cheap",
  judges: "request",
  targets: ["conversation"],
  needs: [],
  mode: "online",
  finds: "behavior",
  tier: 1,
  output: { type: "boolean", rule: "pass when true" },
} as const;

export const systemPromptPresent = defineCheck({
  ...common,
  name: "system_prompt_present",
  title: "System prompt present",
  description: "The request holds a system or developer message with some text.",
  severity: "minor",
  source: "deployment practice",
  options: z.strictObject({ min_chars: z.int().positive().default(10) }),
  evaluate: ({ systemPrompt }, { min_chars: minChars }) => {
    const length = systemPrompt.replaceAll(/\s/g, "").length;
    return property(length >= minChars, `the system prompt has ${length} characters`);
  },
});

export const maxTokensSet = defineCheck({
  ...common,
  name: "max_tokens_set",
  title: "Output limit set",
  description: "The request limits the output tokens, and not above `max`.",
  severity: "minor",
  source: "OWASP LLM10",
  options: z.strictObject({ max: z.int().positive().default(8192) }),
  evaluate: ({ datapoint: { params } }, { max }) =>
    params.maxTokens === undefined
      ? property(false, "no limit is set")
      : property(params.maxTokens <= max, `the limit is ${params.maxTokens} tokens`),
});

export const modelAllowed = defineCheck({
  ...common,
  name: "model_allowed",
  title: "Model on the allowlist",
  description: "The requested model matches an allowed name and no denied one (`*` at the end matches any text).",
  severity: "critical",
  targets: ["metadata"],
  judges: "operation",
  source: "governance; OWASP LLM03",
  options: z.strictObject({ allow: z.array(z.string()).default(["*"]), deny: z.array(z.string()).default([]) }),
  evaluate: ({ datapoint: { requestModel } }, { allow, deny }) => {
    if (requestModel === undefined) return skipped("no requested model is recorded");
    const matches = (glob: string) =>
      glob.endsWith("*") ? requestModel.startsWith(glob.slice(0, -1)) : glob === requestModel;
    return property(allow.some(matches) && !deny.some(matches), `the model is ${requestModel}`);
  },
});

export const unresolvedTemplateVariable = defineCheck({
  ...common,
  name: "unresolved_template_variable",
  title: "Unfilled variable in the prompt",
  description:
    "A template variable was sent or returned unfilled: `{{name}}`, `${name}`, `%(name)s`, or undefined, [object Object] or NaN instead of a value.",
  severity: "major",
  output: { type: "boolean", rule: "pass when false" },
  source: "prompt-templating mistakes",
  options: z.strictObject({
    targets: z
      .array(z.enum(["request", "output"]))
      .min(1)
      .default(["request", "output"]),
    ignore: z.array(z.string()).default([]),
  }),
  evaluate: (subject, { targets, ignore }) => {
    const texts = [
      ...(targets.includes("request") ? [subject.systemPrompt, subject.text("input").outsideCode] : []),
      ...(targets.includes("output") ? [subject.text("output").outsideCode] : []),
    ];
    const found = texts.flatMap((text) => text.match(variable) ?? []).filter((each) => !ignore.includes(each));
    return defect(
      found.length > 0,
      found.length === 0 ? "no unfilled variable" : `unfilled: ${[...new Set(found)].slice(0, 5).join(", ")}`,
    );
  },
});

const variable =
  /\{\{\s*[\p{L}_][\p{L}\p{N}_.]{0,60}\s*\}\}|\$\{[\p{L}_][\p{L}\p{N}_.]{0,60}\}|%\([A-Za-z_]\w{0,60}\)s|\[object Object\]|\b(?:Dear|Hello|Hi|Hallo|Hola|Bonjour) (?:undefined|null|None|NaN)\b/gu;
