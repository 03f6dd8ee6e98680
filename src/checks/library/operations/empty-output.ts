import { defect, defineCheck, passesWhenFalse, z } from "../definition.ts";
import { operations } from "./shared-properties.ts";

export const emptyOutput = defineCheck({
  ...operations,
  name: "empty_output",
  title: "Empty response",
  description: "The response has no visible text and neither a tool call, a refusal nor media.",
  severity: "critical",
  judges: "calls",
  targets: ["output"],
  output: passesWhenFalse,
  source: "Opik; UpTrain response completeness",
  options: z.strictObject({ min_chars: z.int().positive().default(1) }),
  evaluate: (subject, { min_chars: minChars }) => {
    const parts = subject.datapoint.output.flatMap((message) => message.parts);
    if (parts.some(({ type }) => type === "image" || type === "audio" || type === "file" || type === "other"))
      return defect(false, "the response holds media");
    if (subject.toolCalls.length > 0) return defect(false, "the response calls a tool");
    if (parts.some((part) => part.type === "refusal" && part.text !== ""))
      return defect(false, "the response is a refusal");
    const length = subject.text("output").trimmed.length;
    return defect(length < minChars, length === 0 ? "the response is blank" : `the response has ${length} characters`);
  },
});
