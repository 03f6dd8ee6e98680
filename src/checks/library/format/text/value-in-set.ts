import { trimEndOf } from "../../../../platform/text/trim.ts";
import { defineCheck, property, skipped, z } from "../../definition.ts";
import { format } from "../shared-properties.ts";
import { caser } from "./phrase-options.ts";

export const valueInSet = defineCheck({
  ...format,
  name: "value_in_set",
  title: "Output is one of the allowed values",
  description: "The whole answer is one of the allowed values; leniently, quotes and a final period do not count.",
  severity: "major",
  needs: ["config"],
  source: "IFEval constrained_response; Guardrails ValidChoices",
  options: z.strictObject({
    values: z.array(z.string().min(1)).default([]),
    case_sensitive: z.boolean().default(false),
    lenient: z.boolean().default(true),
  }),
  evaluate: (subject, options) => {
    if (options.values.length === 0) return skipped("no values are configured");
    const cased = caser(options.case_sensitive);
    const bare = (text: string) =>
      options.lenient ? trimEndOf(text.replace(/^["'“‘«`*]+/u, ""), /["'”’»`*.。]/).trim() : text;
    const text = cased(bare(subject.text("output").trimmed));
    const holds = options.values.some((value) => cased(bare(value)) === text);
    return property(
      holds,
      holds ? "one of the allowed values" : `“${text.slice(0, 60)}” is not one of the allowed values`,
    );
  },
});
