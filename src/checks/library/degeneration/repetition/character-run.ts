import { defineCheck, scored, skipped, within, z } from "../../definition.ts";
import { boilerplate } from "../shared-properties.ts";

export const characterRun = defineCheck({
  ...boilerplate,
  name: "character_run",
  title: "Longest run of one character",
  description:
    "The longest run of one character outside code, white space and the signs of rules and headings (- = _ * # ~ .) left out.",
  output: scored("characters; pass ≤ 20", "lower"),
  source: "degenerate decoding",
  options: z.strictObject({ max: z.int().positive().default(20) }),
  evaluate: (subject, { max }) => {
    const output = subject.text("output");
    if (output.isBlank) return skipped("the answer is blank");
    const text = output.outsideCode;
    let [longest, run, before] = [0, 0, ""];
    for (const character of text) {
      run = character === before ? run + 1 : 1;
      before = character;
      if (run > longest && !unremarkable.has(character) && character.trim() !== "") longest = run;
    }
    return within(longest, { max }, "longest run");
  },
});

const unremarkable = new Set("-=_*#~.─━═│|");
