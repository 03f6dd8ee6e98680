import type { PreparedText } from "../../../datapoints/index.ts";
import { isAscii } from "../../../platform/text/fold.ts";
import { defineCheck, scored, within, z } from "../definition.ts";
import { bounds } from "./bounds.ts";
import { lengths } from "./shared-properties.ts";

export const characterCount = defineCheck({
  ...lengths,
  name: "character_count",
  title: "Character count in range",
  description: "Unicode code points of the answer, white space at its ends left out.",
  output: scored("characters; pass in 0..4000", "neutral"),
  source: "Guardrails ValidLength; promptfoo",
  options: z.strictObject(bounds(0, 4000)),
  evaluate: (subject, options) => within(codePoints(subject.text("output").trimmed), options, "characters"),
});

export const wordCount = defineCheck({
  ...lengths,
  name: "word_count",
  title: "Word count in range",
  description:
    "Words of the answer. In scripts written without spaces (Chinese, Japanese, Thai) a word is taken as 1.7 characters.",
  output: scored("words; pass in 1..800", "neutral"),
  source: "IFEval number_words; IFBench word_count_range",
  options: z.strictObject(bounds(1, 800)),
  evaluate: (subject, options) => within(wordsIn(subject.text("output")), options, "words"),
});

export const sentenceCount = defineCheck({
  ...lengths,
  name: "sentence_count",
  title: "Sentence count in range",
  description: "Sentences of the answer by Unicode rules; code, list markers and abbreviations do not count as ends.",
  costClass: "medium",
  output: scored("sentences; pass in 1..40", "neutral"),
  source: "IFEval number_sentences; Unicode UAX 29",
  options: z.strictObject(bounds(1, 40)),
  evaluate: (subject, options) => within(subject.text("output").sentences.length, options, "sentences"),
});

export const listItemCount = defineCheck({
  ...lengths,
  name: "list_item_count",
  title: "List item count in range",
  description: "Lines of the answer that are list items: bullets, numbers or both.",
  output: scored("items; pass in 0..20", "neutral"),
  source: "IFEval number_bullet_lists; UpTrain",
  options: z.strictObject({
    ...bounds(0, 20),
    kind: z.enum(["both", "bullets", "numbered"]).default("both"),
    top_level: z.boolean().default(false),
  }),
  evaluate: (subject, options) => {
    const marker = { both: "(?:[-*+•]|\\d+[.)])", bullets: "[-*+•]", numbered: "\\d+[.)]" }[options.kind];
    const pattern = new RegExp(`^${options.top_level ? "" : "[^\\S\\n]{0,99}"}${marker}[^\\S\\n]+`, "gm");
    return within(subject.text("output").outsideCode.match(pattern)?.length ?? 0, options, "list items");
  },
});

export const questionCount = defineCheck({
  ...lengths,
  name: "question_count",
  title: "Question count in range",
  description: "Question marks of any script that end a sentence of the answer, outside quotations and code.",
  output: scored("questions; pass in 0..2", "neutral"),
  source: "one-question-at-a-time style rule",
  options: z.strictObject(bounds(0, 2)),
  evaluate: (subject, options) => {
    const prose = subject.text("output").prose.replace(/["“«„][^"”»“\n]{1,300}["”»“]/g, " ");
    const greek = /\p{Script=Greek}/u.test(prose);
    return within(
      prose.match(greek ? /(?<![?？؟;])[?？؟;]+(?=\s|$)/g : /(?<![?？؟])[?？؟]+(?=\s|$|\p{L})/gu)?.length ?? 0,
      options,
      "questions",
    );
  },
});

export const linkCount = defineCheck({
  ...lengths,
  name: "link_count",
  title: "Link count in range",
  description: "Distinct web addresses in the answer, Markdown targets included.",
  output: scored("links; pass in 0..5", "neutral"),
  source: "promptfoo; SEO rules",
  options: z.strictObject(bounds(0, 5)),
  evaluate: (subject, options) =>
    within(new Set(subject.text("output").urls.map(({ url }) => url)).size, options, "links"),
});

export const emojiCount = defineCheck({
  ...lengths,
  name: "emoji_count",
  title: "Emoji count in range",
  description: "Emoji in the answer, a sequence counted once.",
  output: scored("emoji; pass in 0..0", "neutral"),
  source: "IFBench format:emoji; Unicode UTS 51",
  options: z.strictObject(bounds(0, 0)),
  evaluate: (subject, options) => {
    const { text } = subject.text("output");
    return within(!isAscii(text) ? (text.match(emoji)?.length ?? 0) : 0, options, "emoji");
  },
});

/** Flags, keycaps and pictographs with their modifiers and joined sequences (UTS 51, ED-17). */
const emoji =
  /\p{RI}\p{RI}|[0-9#*]\ufe0f?\u20e3|(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?=\ufe0f|\p{EMod}))\ufe0f?\p{EMod}?(?:\u200d\p{Extended_Pictographic}\ufe0f?\p{EMod}?)*/gu;

function codePoints(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length - 1; at++) if ((text.codePointAt(at) ?? 0) > 0xffff) pairs++;
  return text.length - pairs;
}

function wordsIn(output: PreparedText): number {
  if (!/[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]/.test(output.text)) return output.words.length;
  const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
  const characters = output.text.match(unspaced)?.length ?? 0;
  const rest = output.text.replace(unspaced, " ").match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return Math.round(characters / 1.7) + rest;
}
