import { defineCheck, z } from "../../definition.ts";
import { counted, countOption } from "../counted.ts";
import { verifiable } from "../shared-properties.ts";

export const placeholderSlots = defineCheck({
  ...verifiable,
  tier: 2,
  name: "placeholder_slots",
  title: "Has placeholders to fill",
  description:
    "At least n slots in square brackets, such as `[name]`, for a person to fill in; links and citations do not count.",
  source: "IFEval detectable_content:number_placeholders",
  options: z.strictObject({ n: countOption(1) }),
  evaluate: (subject, { n }) => {
    const slots = [...subject.text("output").outsideCode.matchAll(/\[(?!\^?\d+\])[^[\]\n]{1,100}\](?![([:])/g)];
    return counted("slots", slots.length, "at_least", n);
  },
});
