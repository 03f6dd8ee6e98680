import { z } from "zod";
import { sourceText } from "../../../datapoints/sources/sources.ts";
import { plainText } from "../../../platform/text/plain.ts";
import { stopWords } from "../../../platform/text/stop-words.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, passesWhenTrue, scored, usually } from "../../check.ts";
import { property, skipped, within } from "../../verdicts/outcome.ts";

const common = {
  ...usually,
  category: "Retrieval and grounding",
  severity: "minor",
  needs: ["context"],
  tier: 2,
} as const;
const share = (standard: number) => z.number().min(0).max(1).default(standard);

const styles = {
  bracket: /(?<!\])\[\^?\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\](?!\()|【[^】\n]{1,80}】/g,
  source: /\((?:source|quelle|fuente|fonte|bron|see|vgl\.|cf\.)\s?:?\s[^()\n]{2,200}\)/gi,
  link: /\[[^\]\n]{1,300}\]\(https?:\/\/[^\s)]{3,2000}\)/g,
} as const;
type Style = keyof typeof styles;
const styleOption = z.enum(["any", ...(Object.keys(styles) as [Style, ...Style[]])]).default("any");

export const citationPresent = defineCheck({
  ...common,
  name: "citation_present",
  title: "Has citations",
  description:
    "The answer cites: `[1]`, `[^1]`, `【1†…】`, `(source: …)` or a Markdown link, at least `min_citations` times, and with `per_paragraph` in each paragraph of 20 and more words.",
  severity: "major",
  output: passesWhenTrue,
  source: "ALCE (Gao et al. 2023); promptfoo",
  options: z.strictObject({
    style: styleOption,
    min_citations: z.int().positive().default(1),
    per_paragraph: z.boolean().default(false),
  }),
  evaluate: (subject, { style, min_citations: fewest, per_paragraph: perParagraph }) => {
    const output = subject.text("output");
    const count = citationsIn(output.outsideCode, style);
    if (count < fewest) return property(false, `${count} citations, at least ${fewest} wanted`);
    const without = perParagraph
      ? output.paragraphs.find((paragraph) => wordsOf(paragraph).length >= 20 && citationsIn(paragraph, style) === 0)
      : undefined;
    return property(
      without === undefined,
      without === undefined ? `${count} citations` : `a paragraph cites nothing: “${without.slice(0, 60)}”`,
    );
  },
});

export const citationCoverage = defineCheck({
  ...common,
  name: "citation_coverage",
  title: "Share of sentences with a citation",
  description:
    "Share of the answer's statements of `min_words` and more words that hold a citation, or end before one.",
  costClass: "medium",
  output: scored("0..1; pass ≥ 0.7"),
  source: "ALCE (Gao et al. 2023); LangWatch",
  options: z.strictObject({ threshold: share(0.7), min_words: z.int().positive().default(8) }),
  evaluate: (subject, { threshold, min_words: minWords }) => {
    // A citation after the end mark belongs to the sentence before it.
    const text = subject
      .text("output")
      .outsideCode.replace(/([.!?])(\s?(?:\[\^?\d{1,3}\]|【[^】\n]{1,80}】)+)/g, "$2$1");
    const sentences = text
      .split(/(?<=[.!?。！？])\s+|\n+/)
      .filter((each) => wordsOf(each).length >= minWords && !/\?\s*$/.test(each));
    if (sentences.length === 0) return skipped(`the answer states nothing in ${minWords} words and more`);
    const cited = sentences.filter((sentence) => citationsIn(sentence, "any") > 0).length;
    return within(cited / sentences.length, { min: threshold }, `share of ${sentences.length} statements that cite`);
  },
});

export const entitiesGrounded = defineCheck({
  ...common,
  name: "entities_grounded",
  title: "Names come from the context",
  description:
    "Share of the answer's names (capitalized words inside a sentence, several in a row as one) that occur in the context or the conversation. Months, days and titles do not count; not for languages that capitalize every noun.",
  severity: "major",
  output: scored("0..1; pass ≥ 0.8"),
  source: "Nan et al. 2021; Ragas ContextEntityRecall",
  options: z.strictObject({ threshold: share(0.8) }),
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

export const answerEchoesQuestionTerms = defineCheck({
  ...common,
  name: "answer_echoes_question_terms",
  title: "Answer is about the question",
  description:
    "Share of the question's words, without stop words and cut to their first six letters, that occur in an answer of `min_words` or more words: an inexpensive alarm for off-topic answers.",
  needs: [],
  targets: ["input", "output"],
  output: scored("0..1; pass ≥ 0.2"),
  source: "lexical stand-in for relevance (LLM Guard Relevance)",
  options: z.strictObject({ threshold: share(0.2), min_words: z.int().positive().default(15) }),
  evaluate: (subject, { threshold, min_words: minWords }) => {
    const words = wordsOf(subject.text("output").lower);
    if (words.length < minWords) return skipped(`the answer has fewer than ${minWords} words`);
    const questionTerms = new Set(meaning(wordsOf(subject.text("input").lower).slice(0, 500)));
    if (questionTerms.size < 3) return skipped("the question has fewer than three words that mean something");
    const answerTerms = new Set(meaning(words));
    return within(
      questionTerms.intersection(answerTerms).size / questionTerms.size,
      { min: threshold },
      "share of the question's words in the answer",
    );
  },
});

function citationsIn(text: string, style: "any" | Style): number {
  const wanted = style === "any" ? Object.values(styles) : [styles[style]];
  return wanted.reduce((sum, pattern) => sum + [...text.matchAll(pattern)].length, 0);
}

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

const meaning = (words: readonly string[]) =>
  words.filter((word) => word.length > 2 && !stopWords.has(word)).map((word) => word.slice(0, 6));
