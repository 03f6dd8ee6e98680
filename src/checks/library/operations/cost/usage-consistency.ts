import { defineCheck, property, skipped, z } from "../../definition.ts";
import { minorOperation } from "../shared-properties.ts";

export const usageConsistency = defineCheck({
  ...minorOperation,
  name: "usage_consistency",
  title: "Reported usage is plausible",
  description:
    "Characters of the answer and its tool calls for each reported output token lie between the bounds; a character of a script without alphabet counts as three, reasoning tokens are left out. Tokens are not counted again: no provider's own tokenizer is at hand.",
  needs: ["usage"],
  source: "audits of bills",
  options: z.strictObject({
    min_chars: z.number().positive().default(1.5),
    max_chars: z.number().positive().default(12),
    min_tokens: z.int().positive().default(20),
  }),
  evaluate: (subject, { min_chars: least, max_chars: most, min_tokens: fewest }) => {
    const { outputTokens, reasoningTokens = 0 } = subject.datapoint.usage;
    if (outputTokens === undefined || outputTokens - reasoningTokens < fewest)
      return skipped(`fewer than ${fewest} output tokens are reported`);
    if (subject.datapoint.output.length === 0) return skipped("the answer is not recorded");
    const text = subject.output + subject.text("tool_calls").text;
    const dense =
      text.match(
        /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Emoji_Presentation}]/gu,
      )?.length ?? 0;
    const perToken = (text.length + 2 * dense) / (outputTokens - reasoningTokens);
    return property(perToken >= least && perToken <= most, `${perToken.toFixed(2)} characters per reported token`);
  },
});
