import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, property, z } from "../definition.ts";
import { minorFormat } from "./shared-properties.ts";

const unspeakable: readonly (readonly [string, RegExp])[] = [
  ["a code block", /^ {0,3}(?:```|~~~)/m],
  ["a table", /^[^\S\n]{0,99}\|.*\|[^\S\n]{0,99}$/m],
  [
    "Markdown",
    /^[^\S\n]{0,99}(?:#{1,6}\s|[-*+]\s|\d{1,3}[.)]\s|>\s)|\*\*[^*\s]|__[^_\s]|(?<!`)`[^`\n]|\[[^\]\n]{1,200}\]\(/m,
  ],
  ["an address", /https?:\/\/|\bwww\.|[\w.+-]@[\w-]+\.\w/i],
  ["an emoji", /\p{Extended_Pictographic}(?<![\d#*©®™])/u],
  ["a note in brackets", /\[[^\]\n]{1,200}\]|\((?:laughs?|sighs?|pauses?|music|lacht|rires?)\)/i],
  ["a run of signs", /(?<![^\p{L}\p{N}\s])[^\p{L}\p{N}\s]{3,}(?<!\.\.\.)/u],
  ["a long number", /(?<![\d,.-])\d{5,}(?![\d,.])/],
];

export const voiceReadyText = defineCheck({
  ...minorFormat,
  name: "voice_ready_text",
  title: "Ready to be spoken",
  description:
    "The answer contains nothing that a voice cannot read aloud: Markdown, tables, code, addresses, emoji, notes in brackets, runs of signs, ungrouped numbers of more than four digits, sentences of more than `max_words` words.",
  costClass: "medium",
  source: "style rules of voice agents",
  options: z.strictObject({ max_words: z.int().positive().default(30) }),
  evaluate: (subject, { max_words: most }) => {
    const output = subject.text("output");
    for (const [what, pattern] of unspeakable) {
      const match = pattern.exec(output.text);
      if (match) return property(false, `holds ${what}`, [output.evidence(match.index, match.index + match[0].length)]);
    }
    const long = output.sentences.find((sentence) => wordsOf(sentence).length > most);
    return property(
      long === undefined,
      long === undefined ? "can be spoken" : `a sentence of ${wordsOf(long).length} words`,
    );
  },
});
