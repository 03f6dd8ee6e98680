import { defineCheck, property, z } from "../definition.ts";
import { requestRule } from "./shared-properties.ts";

export const systemPromptPresent = defineCheck({
  ...requestRule,
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
