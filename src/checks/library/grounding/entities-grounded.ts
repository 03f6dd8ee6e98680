import { sourceText } from "../../../datapoints/index.ts";
import { plainText } from "../../../platform/text/plain.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, shareOption, skipped, within, z } from "../definition.ts";
import { coverage } from "./shared-properties.ts";

export const entitiesGrounded = defineCheck({
  ...coverage,
  name: "entities_grounded",
  title: "Names come from the context",
  description:
    "Share of the answer's names (capitalized words inside a sentence, several in a row as one) that occur in the context or the conversation. Months, days and titles do not count; not for languages that capitalize every noun.",
  severity: "major",
  output: scored("0..1; pass ≥ 0.8", "higher"),
  source: "Nan et al. 2021; Ragas ContextEntityRecall",
  options: z.strictObject({ threshold: shareOption(0.8) }),
  evaluate: (subject, { threshold }) => {
    const output = subject.text("output");
    const names = namesIn(output.prose);
    if (names.length === 0) return skipped("the answer contains no names");
    if (
      /(?<![\p{L}])(?:der|die|das|und|ist|nicht|ein|eine|mit|für)(?![\p{L}])[^]*?(?<![\p{L}])(?:der|die|das|und|ist|nicht|ein|eine|mit|für)(?![\p{L}])/u.test(
        output.prose,
      )
    )
      return skipped("the answer's language capitalises every noun");
    const source = ` ${plainText(subject.once(sourceText))} `;
    const unknown = names.filter(
      (name) =>
        !source.includes(` ${plainText(name)} `) &&
        !wordsOf(name).every((word) => source.includes(` ${plainText(word)} `)),
    );
    const evidence = unknown.slice(0, 10).flatMap((name) => {
      const at = output.text.indexOf(name);
      return at === -1 ? [] : [output.evidence(at, at + name.length)];
    });
    return within(1 - unknown.length / names.length, { min: threshold }, "share of names that were given", evidence);
  },
});

/** Returns capitalized words that do not start a sentence, several in a row as one name. */
function namesIn(prose: string): readonly string[] {
  const found = [
    ...prose.matchAll(
      /(?<=[\p{Ll}\p{N},;:)»”"'’] )\p{Lu}\p{Ll}+(?:[-'’]\p{Lu}?\p{Ll}+)*(?: (?:de |van |von |da |del |la )?\p{Lu}\p{Ll}+(?:[-'’]\p{Lu}?\p{Ll}+)*)*/gu,
    ),
  ];
  return [...new Set(found.map(([name]) => name).filter((name) => !ordinary.test(name)))].slice(0, 200);
}

const ordinary =
  /^(?:(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Mr|Mrs|Ms|Dr|Prof|Sir|Madam|English|French|German|Spanish|Internet|Christmas|Easter|God|Yes|No|The|This|That|Please|Note|Step|Option|Section|Chapter|Table|Figure|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember)(?: |$))+$/;
