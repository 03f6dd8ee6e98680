import { defineCheck, property, z } from "../definition.ts";
import { agents } from "./shared-properties.ts";

export const finalAnswerPresent = defineCheck({
  ...agents,
  name: "final_answer_present",
  title: "Agent ends with an answer",
  description: "The last assistant message has visible text and leaves no tool call open.",
  severity: "major",
  judges: "calls",
  source: "MAST premature termination",
  options: z.strictObject({ min_chars: z.int().positive().default(1) }),
  evaluate: (subject, { min_chars: minChars }) => {
    if (subject.toolCalls.length > 0) return property(false, "a tool call is open");
    const { length } = subject.text("output").trimmed;
    return property(length >= minChars, `the last message has ${length} characters`);
  },
});
