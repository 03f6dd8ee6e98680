import { defineCheck, property, skipped, z } from "../definition.ts";
import { shape } from "./shared-properties.ts";

export const repeatPromptFirst = defineCheck({
  ...shape,
  name: "repeat_prompt_first",
  title: "Repeats the prompt first",
  description:
    "The answer begins with the text, ignoring white space and case, and continues after it; without a text, with the user's message.",
  targets: ["input", "output"],
  source: "IFEval combination:repeat_prompt",
  options: z.strictObject({ prompt_to_repeat: z.string().min(1).max(20_000).optional() }),
  evaluate: (subject, { prompt_to_repeat: given = subject.input }) => {
    const bare = (text: string) => text.replace(/\s+/g, " ").trim().toLowerCase();
    const [prompt, answer] = [bare(given), bare(subject.text("output").text)];
    if (prompt === "") return skipped("there is no text to repeat");
    if (!answer.startsWith(prompt)) return property(false, "the answer does not begin with the text");
    const goesOn = answer.length > prompt.length;
    return property(goesOn, goesOn ? "the text is repeated first" : "nothing follows the text");
  },
});
