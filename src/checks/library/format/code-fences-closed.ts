import { defineCheck, property, z } from "../definition.ts";
import { format } from "./shared-properties.ts";

export const codeFencesClosed = defineCheck({
  ...format,
  name: "code_fences_closed",
  title: "Code fences closed",
  description:
    "Every code fence that is opened is closed, by the rule of CommonMark. An open one is often a cut-off answer.",
  severity: "minor",
  source: "CommonMark 0.31 section 4.5",
  options: z.strictObject({}),
  evaluate: (subject) => {
    const output = subject.text("output");
    const open = output.codeBlocks.find(({ closed }) => !closed);
    if (!open) return property(true, "every fence is closed");
    return property(false, "a code fence is not closed", [
      output.evidence(open.start, Math.min(open.end, open.start + 80)),
    ]);
  },
});
