import { defect, defineCheck, passesWhenFalse, z } from "../definition.ts";
import { citation } from "./shared-properties.ts";

export const contextEmpty = defineCheck({
  ...citation,
  name: "context_empty",
  title: "No context retrieved",
  description: "The retrieval step returned fewer passages than `min_passages`, or only blank ones.",
  judges: "request",
  targets: ["metadata"],
  output: passesWhenFalse,
  source: "Ragas; LangWatch",
  options: z.strictObject({ min_passages: z.int().positive().default(1) }),
  evaluate: ({ passages }, { min_passages: min }) => {
    const count = passages.filter(({ text }) => text.trim() !== "").length;
    return defect(count < min, `${count} passages with text were retrieved`);
  },
});
