import { linearPattern } from "../../../../platform/text/linear-pattern.ts";
import { defineCheck, property, skipped, z } from "../../definition.ts";
import { minorFormat } from "../shared-properties.ts";

export const matchesTemplate = defineCheck({
  ...minorFormat,
  name: "matches_template",
  title: "Follows the template",
  description:
    "The answer is the template with something in the place of each slot, `[PLACEHOLDER]` or `{name}`; white space at line ends does not count.",
  severity: "major",
  needs: ["config"],
  source: "IFBench format:template",
  options: z.strictObject({ template: z.string().min(1).max(10_000).optional() }),
  evaluate: (subject, { template }) => {
    if (template === undefined) return skipped("no template is configured");
    const tidy = (text: string) =>
      text
        .split("\n")
        .map((line) => line.trimEnd())
        .join("\n")
        .trim();
    const parts = tidy(template).split(/\[[A-Z][A-Z0-9 _-]{0,60}\]|\{[A-Za-z_]\w{0,60}\}/);
    const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("([\\s\\S]+?)");
    const answer = tidy(subject.text("output").text);
    const holds = linearPattern(pattern).isWhole(answer);
    const missing = holds ? undefined : parts.find((part) => !answer.includes(part.trim()));
    return property(
      holds,
      holds
        ? "follows the template"
        : missing === undefined
          ? "the parts are in another order, or a slot is empty"
          : `without “${missing.trim().slice(0, 60)}”`,
    );
  },
});
