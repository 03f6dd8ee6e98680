import { defineCheck, property, z } from "../definition.ts";
import { labelForm, valueAt, withReferences } from "./expected-answers.ts";
import { expectedAnswer } from "./shared-properties.ts";

export const labelMatch = defineCheck({
  ...expectedAnswer,
  name: "label_match",
  title: "Class label correct",
  description:
    "The answer, or the value at a path of its JSON, is the expected label; case, punctuation and white space do not count, and synonyms are taken for their label.",
  severity: "major",
  source: "Okareo classification metrics; HELM",
  options: z.strictObject({
    /** Alternative spellings by label: `{"positive": ["pos", "good"]}`. */
    synonyms: z.record(z.string(), z.array(z.string())).default({}),
    path: z.string().min(1).optional(),
  }),
  evaluate: (subject, { synonyms, path }) =>
    withReferences(subject, (references) => {
      const given = path === undefined ? subject.output : valueAt(subject, path);
      if (given === undefined) return property(false, `the answer holds nothing at ${path}`);
      const labels = new Map(
        Object.entries(synonyms).flatMap(([label, others]) =>
          [label, ...others].map((each) => [labelForm(each), labelForm(label)] as const),
        ),
      );
      const label = (text: string) => labels.get(labelForm(text)) ?? labelForm(text);
      return property(
        references.some((each) => label(each) === label(given)),
        `“${given.trim().slice(0, 60)}”, expected ${references.join(" or ")}`,
      );
    }),
});
