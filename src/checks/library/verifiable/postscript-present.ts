import { defineCheck, property, z } from "../definition.ts";
import { shape } from "./shared-properties.ts";

export const postscriptPresent = defineCheck({
  ...shape,
  name: "postscript_present",
  title: "Has a postscript",
  description: "A line of the answer begins with the marker, and text follows it.",
  source: "IFEval detectable_content:postscript",
  options: z.strictObject({ marker: z.string().min(1).max(50).default("P.S.") }),
  evaluate: (subject, { marker }) => {
    const bare = (text: string) => text.toLowerCase().replace(/[\s*_]/g, "");
    const lines = subject.text("output").text.split("\n").map(bare);
    const wanted = bare(marker);
    const line = lines.find((each) => each.startsWith(wanted) && /[\p{L}\p{N}]/u.test(each.slice(wanted.length)));
    return property(line !== undefined, line === undefined ? `no line begins with ${marker}` : "there is a postscript");
  },
});
