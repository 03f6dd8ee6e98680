import { defect, defineCheck, skipped, z } from "../definition.ts";
import { flooding } from "./shared-properties.ts";

export const tokenFlooding = defineCheck({
  ...flooding,
  name: "token_flooding",
  title: "Flooding input",
  description:
    "The user's message repeats one word `repeats` or more times in a row, contains almost no new words in `min_words` or more, or asks for endless repetition.",
  severity: "minor",
  judges: "texts",
  targets: ["input"],
  source: "promptfoo divergent-repetition; OWASP LLM10",
  options: z.strictObject({ repeats: z.int().positive().default(50), min_words: z.int().positive().default(400) }),
  evaluate: (subject, { repeats, min_words: least }) => {
    const input = subject.text("input");
    if (input.isBlank) return skipped("there is no user message");
    const forever = endless.exec(input.phrased);
    if (forever) return defect(true, `it asks for “${forever[0]}”`);
    let [run, before] = [0, ""];
    for (const word of input.words) {
      run = word === before ? run + 1 : 1;
      before = word;
      if (run >= repeats) return defect(true, `“${word.slice(0, 40)}” is repeated ${repeats} times in a row`);
    }
    if (input.words.length < least) return defect(false, "no flood");
    const grams = new Set(input.words.map((_, at) => input.words.slice(at, at + 4).join(" ")));
    const share = grams.size / input.words.length;
    return defect(share < 0.1, `${Math.round(share * 100)} % of its four-word runs are new`);
  },
});

const endless =
  /\b(?:repeat|say|write|print|type|wiederhole|répète|repite)\b[^.!?\n]{0,80}\b(?:for ?ever|endlessly|infinitely|without (?:stopping|end)|a (?:million|billion) times|(?:\d{4,9}|\d{1,3}[.,]\d{3}) times|für immer|endlos|sans (?:fin|arrêt)|sin parar|para siempre)/u;
