import { defect, defineCheck, z } from "../definition.ts";
import { promptAttack } from "./shared-properties.ts";
import { controlTokens } from "./signals.ts";

export const injectionControlTokens = defineCheck({
  ...promptAttack,
  name: "injection_control_tokens",
  title: "Chat control tokens in user text",
  description:
    "The user's text holds a chat template's special tokens, or role marks and closing tags that pose as the application's own.",
  source: "ChatML injection; promptfoo data-structure-injection",
  options: z.strictObject({ delimiters: z.array(z.string().min(1)).default([]) }),
  evaluate: (subject, { delimiters }) => {
    const input = subject.text("input");
    const match = controlTokens.exec(input.text);
    const own = delimiters.find((each) => input.text.includes(each));
    const isQuestion =
      match !== null &&
      input.text.length < 200 &&
      /\b(?:explain|meaning of|what (?:is|does|are) (?:the )?[<[])/i.test(input.text);
    if (match && !isQuestion)
      return defect(true, `holds ${match[0].trim().slice(0, 60)}`, [
        input.evidence(match.index, match.index + match[0].length),
      ]);
    return defect(own !== undefined, own === undefined ? "no control token" : `holds the delimiter ${own}`);
  },
});
