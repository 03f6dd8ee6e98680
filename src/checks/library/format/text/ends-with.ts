import { defineCheck, property, skipped, z } from "../../definition.ts";
import { format } from "../shared-properties.ts";
import { caser } from "./phrase-options.ts";

export const endsWith = defineCheck({
  ...format,
  name: "ends_with",
  title: "Ends with",
  description:
    "The answer, without white space around it, ends with one of the suffixes; by option closing quotes and fences do not count.",
  severity: "minor",
  source: "IFEval end_checker",
  options: z.strictObject({
    suffixes: z.array(z.string().min(1)).default([]),
    case_sensitive: z.boolean().default(true),
    loose: z.boolean().default(false),
  }),
  evaluate: (subject, options) => {
    if (options.suffixes.length === 0) return skipped("no suffixes are configured");
    const cased = caser(options.case_sensitive);
    const trimmed = subject.text("output").trimmed;
    const text = cased(options.loose ? withoutEndMarks(trimmed) : trimmed);
    const suffix = options.suffixes.find((each) => text.endsWith(cased(each)));
    return property(
      suffix !== undefined,
      suffix === undefined ? `ends with “${text.slice(-40)}”` : `ends with “${suffix}”`,
    );
  },
});

function withoutEndMarks(text: string): string {
  let bare = text;
  for (let mark = endMark.exec(bare.slice(-3)); mark; mark = endMark.exec(bare.slice(-3)))
    bare = bare.slice(0, -mark[0].length).trimEnd();
  return bare;
}

const endMark = /(?:```|~~~|["”'»*_])$/;
