import { numbersOf } from "../../../platform/text/numbers.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, shareOption, skipped, within, z } from "../definition.ts";
import { translation } from "./shared-properties.ts";
import { sourceOf } from "./translation-source.ts";

export const translationNumbersPreserved = defineCheck({
  ...translation,
  name: "translation_numbers_preserved",
  title: "Numbers survive translation",
  description:
    "Share of the source's numbers that occur in the answer as often, also written differently or spelled out (one to ten, in seven languages).",
  needs: ["source"],
  output: scored("0..1; pass ≥ 1", "higher"),
  source: "LISA QA model; MQM omission",
  options: z.strictObject({ threshold: shareOption(1) }),
  evaluate: (subject, { threshold }) => {
    const wanted = numbersOf(sourceOf(subject)).map(({ value }) => Math.abs(value));
    if (wanted.length === 0) return skipped("the source holds no number");
    const output = subject.text("output");
    const found = [...numbersOf(output.text).map(({ value }) => Math.abs(value)), ...spelledOut(output.lower)];
    const left = Map.groupBy(found, (value) => value);
    const lost = wanted.filter((value) => left.get(value)?.pop() === undefined);
    const outcome = within(1 - lost.length / wanted.length, { min: threshold }, "share of numbers preserved");
    return outcome.kind === "failed" ? { ...outcome, explanation: `lost: ${lost.slice(0, 10).join(", ")}` } : outcome;
  },
});

const numerals = [
  "one|eins?|eine[mnrs]?|une?|uno|una|um|uma|een",
  "two|zwei|deux|dos|due|dois|duas|twee",
  "three|drei|trois|tres|tre|três|drie",
  "four|vier|quatre|cuatro|quattro|quatro",
  "five|fünf|cinq|cinco|cinque|vijf",
  "six|sechs|seis|sei|zes",
  "seven|sieben|sept|siete|sette|sete|zeven",
  "eight|acht|huit|ocho|otto|oito",
  "nine|neun|neuf|nueve|nove|negen",
  "ten|zehn|dix|diez|dieci|dez|tien",
].map((forms) => new RegExp(`^(?:${forms})$`, "u"));

function spelledOut(lower: string): readonly number[] {
  return wordsOf(lower.slice(0, 20_000)).flatMap((word) => {
    const at = word.length > 6 ? -1 : numerals.findIndex((numeral) => numeral.test(word));
    return at === -1 ? [] : [at + 1];
  });
}
