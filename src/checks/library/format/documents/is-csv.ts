import { parse as parseCsv } from "csv-parse/sync";
import { messageOf } from "../../../../platform/failure.ts";
import { defineCheck, property, z } from "../../definition.ts";
import { unfenced } from "../answer-json.ts";
import { markup } from "../shared-properties.ts";

export const isCsv = defineCheck({
  ...markup,
  name: "is_csv",
  title: "Consistent CSV",
  description:
    "The answer, its fence taken away, parses with the delimiter (found among comma, semicolon and tab), all records have the same number of fields, two at least, and there are `min_rows` of them.",
  source: "Guardrails ValidCsv; IFBench; RFC 4180",
  options: z.strictObject({
    delimiter: z.enum(["auto", ",", ";", "\t", "|"]).default("auto"),
    min_rows: z.int().positive().default(2),
    /** Names that the first record must contain, in this order. */
    header: z.array(z.string()).optional(),
  }),
  evaluate: (subject, { delimiter, min_rows: minRows, header }) => {
    const text = unfenced(subject.text("output"));
    const [first = ""] = text.split("\n", 1);
    const tried = (delimiter === "auto" ? [",", ";", "\t"] : [delimiter]).filter((each) => first.includes(each));
    let problem = "no delimiter gives two fields";
    for (const each of tried) {
      const read = recordsOf(text, each);
      if (typeof read === "string") problem = read;
      else if ((read[0]?.length ?? 0) >= 2) {
        if (read.length < minRows) return property(false, `${read.length} records`);
        const wrong = header && header.join() !== (read[0] ?? []).map((name) => name.trim()).join();
        return property(!wrong, wrong ? `the header is ${(read[0] ?? []).join(", ")}` : `${read.length} records`);
      }
    }
    return property(false, problem);
  },
});

function recordsOf(text: string, delimiter: string): readonly (readonly string[])[] | string {
  try {
    return parseCsv(text, { delimiter, skip_empty_lines: true });
  } catch (thrown) {
    return messageOf(thrown);
  }
}
