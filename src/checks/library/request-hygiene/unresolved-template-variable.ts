import { defect, defineCheck, passesWhenFalse, z } from "../definition.ts";
import { requestRule } from "./shared-properties.ts";

export const unresolvedTemplateVariable = defineCheck({
  ...requestRule,
  name: "unresolved_template_variable",
  title: "Unfilled variable in the prompt",
  description:
    "A template variable was sent or returned unfilled: `{{name}}`, `${name}`, `%(name)s`, or undefined, [object Object] or NaN instead of a value.",
  severity: "major",
  output: passesWhenFalse,
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
