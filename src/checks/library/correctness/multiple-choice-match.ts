import type { Subject } from "../../../datapoints/index.ts";
import { defineCheck, property, z } from "../definition.ts";
import { labelForm, withReferences } from "./expected-answers.ts";
import { expectedAnswer } from "./shared-properties.ts";

export const multipleChoiceMatch = defineCheck({
  ...expectedAnswer,
  name: "multiple_choice_match",
  title: "Choice letter correct",
  description:
    "The single letter that the answer chooses (“the answer is (B)”, “**B**”, “B.” at the beginning, a lone letter, or the text of an option) is the expected one. Several letters, or none, fail.",
  source: "lm-evaluation-harness multiple-choice filters; OpenAI evals",
  options: z.strictObject({ letters: z.string().min(2).default("ABCDE") }),
  evaluate: (subject, { letters }) =>
    withReferences(subject, (references) => {
      const wanted = references.map((each) =>
        each
          .trim()
          .replace(/^\((.)\)$|^(.)[.)]?$/s, "$1$2")
          .toUpperCase(),
      );
      const chosen = chosenLetters(subject.output, letters, optionsOf(subject));
      if (chosen.length !== 1)
        return property(false, chosen.length === 0 ? "no letter is chosen" : `several letters: ${chosen.join(", ")}`);
      return property(wanted.includes(chosen[0] ?? ""), `chose ${chosen[0]}, expected ${wanted.join(" or ")}`);
    }),
});

/** Returns the options listed in the question: letter → text. */
function optionsOf({ input }: Subject): ReadonlyMap<string, string> {
  return new Map(
    [...input.matchAll(/^[^\S\n]{0,99}\(?([A-Z])[).:]\s+(\S[^\n]{0,200})$/gm)].map(([, letter = "", text = ""]) => [
      letter,
      labelForm(text),
    ]),
  );
}

function chosenLetters(output: string, letters: string, options: ReadonlyMap<string, string>): readonly string[] {
  const set = `[${letters.replace(/[^\p{L}\p{N}]/gu, "")}]`;
  const text = output.trim();
  const patterns = [
    new RegExp(
      `\\b(?:answer|choice|option|antwort|réponse|respuesta|risposta|resposta)(?:\\s+(?:is|ist|est|es|è|é)|:)?\\s*:?\\s*\\**\\(?(${set})\\)?(?![\\p{L}\\p{N}'])`,
      "giu",
    ),
    new RegExp(`\\*\\*\\(?(${set})\\)?[.):]?(?:\\s[^*]{0,100})?\\*\\*`, "gu"),
    new RegExp(`^\\(?(${set})(?:[.):]|\\s*$)`, "gu"),
    new RegExp(`(?<![\\p{L}\\p{N}'])\\(?(${set})\\)?(?![\\p{L}\\p{N}'])`, "gu"),
  ];
  for (const pattern of patterns) {
    const found = new Set([...text.matchAll(pattern)].map(([, letter = ""]) => letter.toUpperCase()));
    if (found.size > 0) return [...found];
  }
  return [...options].filter(([, option]) => option !== "" && labelForm(text) === option).map(([letter]) => letter);
}
