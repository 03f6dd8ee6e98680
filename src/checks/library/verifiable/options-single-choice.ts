import { wholeWordPositions } from "../../../datapoints/index.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { shape } from "./shared-properties.ts";

export const optionsSingleChoice = defineCheck({
  ...shape,
  tier: 2,
  name: "options_single_choice",
  title: "Exactly one option chosen",
  description:
    "The answer contains exactly one of the options, as whole words in any case; with `bare` it contains nothing else.",
  severity: "major",
  needs: ["config"],
  source: "IFBench format:options",
  options: z.strictObject({
    options: z.array(z.string().min(1).max(500)).max(200).default([]),
    bare: z.boolean().default(false),
  }),
  evaluate: (subject, { options, bare }) => {
    if (options.length === 0) return skipped("no options are configured");
    const output = subject.text("output");
    const chosen = options.filter((option) => wholeWordPositions(output, option).length > 0);
    // A longer option that contains a shorter one is one choice, not two.
    const named = chosen.filter(
      (one) => !chosen.some((other) => other !== one && other.toLowerCase().includes(one.toLowerCase())),
    );
    if (named.length !== 1)
      return property(false, named.length === 0 ? "no option is chosen" : `several are: ${named.join(", ")}`);
    const rest = bare ? output.lower.replace((named[0] ?? "").toLowerCase(), "").replace(/[^\p{L}\p{N}]/gu, "") : "";
    return property(rest === "", rest === "" ? `chose “${named[0]}”` : "there is more than the option");
  },
});
