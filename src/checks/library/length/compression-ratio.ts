import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { bounds } from "./bounds.ts";
import { lengths } from "./shared-properties.ts";

export const compressionRatio = defineCheck({
  ...lengths,
  name: "compression_ratio",
  title: "Output length relative to input",
  description: "Characters of the answer divided by characters of the last user message.",
  targets: ["input", "output"],
  output: scored("ratio; pass ≤ 1", "neutral"),
  source: "Okareo compression_ratio",
  options: z.strictObject(bounds(0, 1)),
  evaluate: (subject, options) =>
    subject.input === ""
      ? skipped("there is no user message")
      : within(subject.output.length / subject.input.length, options, "ratio"),
});
