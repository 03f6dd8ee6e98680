import { referencesOf } from "../../references.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { markedAnswer } from "./shared-properties.ts";

export const booleanAnswerMatch = defineCheck({
  ...markedAnswer,
  name: "boolean_answer_match",
  title: "Yes/no answer correct",
  description:
    "The verdict in the answer's first sentence, yes or no (or true, correct, ja, oui, sí … in eight languages), is the expected one. “It depends”, and neither or both, fail.",
  severity: "critical",
  needs: ["reference"],
  mode: "test run",
  source: "BoolQ harness; OpenAI evals",
  options: z.strictObject({ allow_unclear: z.boolean().default(false) }),
  evaluate: (subject, { allow_unclear: allows }) => {
    const wanted = wantedPolarity(subject.expected);
    if (wanted === undefined) return skipped("the reference is neither yes nor no");
    const given = polarityOf(subject.text("output").phrased);
    if (given === undefined) return property(allows, "the answer contains neither yes nor no");
    return property(given === wanted, `answers ${given ? "yes" : "no"}, expected ${wanted ? "yes" : "no"}`);
  },
});

const yes =
  /(?<![\p{L}])(?:yes|yeah|yep|true|correct|right|indeed|ja|richtig|stimmt|wahr|oui|vrai|exact|sí|si|verdadero|correcto|cierto|sì|vero|corretto|sim|verdadeiro|correto|juist|waar|да|верно|правда)(?![\p{L}])|^(?:是|对|はい|네)/u;

const no =
  /(?<![\p{L}])(?:no|nope|not|isn't|doesn't|don't|false|incorrect|wrong|never|nein|nicht|falsch|kein\p{L}{0,30}|non|faux|pas|falso|incorrecto|sbagliato|não|errado|nee|niet|onjuist|нет|неверно|ложь)(?![\p{L}])|^(?:不|否|いいえ|아니)/u;

/** Decides by the beginning of a text, or else by the only one of the two in its first sentence. */
function polarityOf(text: string): boolean | undefined {
  const sentence = text.replace(/^[\s*_#>"'“«-]+/, "").split(/(?<=[.!?。！？])\s|\n/, 1)[0] ?? "";
  if (/\b(?:it depends|not sure|unclear|kommt darauf an|ça dépend|depende|dipende)\b/.test(sentence)) return undefined;
  const [first = ""] = sentence.split(/[\s,.;:!]/, 1);
  const [isYes, isNo] = [yes.test(first), no.test(first)];
  if (isYes !== isNo) return isYes;
  const [holdsYes, holdsNo] = [yes.test(sentence), no.test(sentence)];
  return holdsYes === holdsNo ? undefined : holdsYes;
}

function wantedPolarity(expected: Parameters<typeof referencesOf>[0]): boolean | undefined {
  if (typeof expected === "boolean") return expected;
  const [reference] = referencesOf(expected);
  return reference === undefined ? undefined : polarityOf(reference.toLowerCase().trim());
}
