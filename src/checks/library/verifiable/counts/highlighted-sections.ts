import { defineCheck, z } from "../../definition.ts";
import { counted, countOption } from "../counted.ts";
import { verifiable } from "../shared-properties.ts";

export const highlightedSections = defineCheck({
  ...verifiable,
  tier: 3,
  name: "highlighted_sections",
  title: "Highlighted sections",
  description: "At least n pieces of the answer are set in `*…*` or `**…**`.",
  source: "IFEval detectable_format:number_highlighted_sections",
  options: z.strictObject({ n: countOption(1) }),
  evaluate: (subject, { n }) => {
    const marked = subject.text("output").outsideCode.matchAll(/\*\*[^*\n]{1,500}\*\*|(?<!\*)\*[^*\s][^*\n]{0,500}\*/g);
    return counted("highlighted pieces", [...marked].filter(([piece]) => /[^*\s]/.test(piece)).length, "at_least", n);
  },
});
