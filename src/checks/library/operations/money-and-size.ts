import { z } from "zod";
import { defineCheck, passesWhenFalse, passesWhenTrue, scored } from "../../check.ts";
import { defect, property, skipped, within } from "../../verdicts/outcome.ts";
import { operations } from "./operations.ts";

/** Checks of a call's cost and size, with the other calls of its trace. */
const common = { ...operations, severity: "minor", needs: [], tier: 2 } as const;

export const costPerTurn = defineCheck({
  ...common,
  name: "cost_per_turn",
  title: "Cost per user turn",
  description:
    "US dollars of the trace's calls, as far as they have arrived, divided by the user's messages. Skipped where the cost of one is unknown.",
  needs: ["usage"],
  output: scored("USD; pass ≤ 0.02"),
  source: "Okareo; Langfuse",
  options: z.strictObject({ max_usd: z.number().nonnegative().default(0.02) }),
  evaluate: ({ context, datapoint }, { max_usd: max }) => {
    const calls = context.calls ?? [datapoint];
    const turns = Math.max(
      ...calls.map(
        ({ input }) =>
          input.filter(({ role, parts }) => role === "user" && !parts.some(({ type }) => type === "tool_result"))
            .length,
      ),
    );
    if (turns === 0) return skipped("the user message is empty");
    if (calls.some(({ cost }) => cost?.complete !== true)) return skipped("the cost of a call is unknown");
    return within(
      calls.reduce((sum, { cost }) => sum + (cost?.usd ?? 0), 0) / turns,
      { max },
      `USD for each of ${turns} turns`,
    );
  },
});

export const payloadSize = defineCheck({
  ...common,
  name: "payload_size",
  title: "Request and response size",
  description: "UTF-8 bytes of the messages, tools and answer as they are stored, as JSON; media by their own size.",
  output: scored("bytes; pass ≤ 1048576"),
  source: "limits of gateways",
  options: z.strictObject({ max_bytes: z.int().positive().default(1_048_576) }),
  evaluate: ({ datapoint: { input, output, tools } }, { max_bytes: max }) => {
    if (input.length + output.length + tools.length === 0) return skipped("no content is stored");
    const media = [...input, ...output].flatMap(({ parts }) =>
      parts.flatMap((part) => ("bytes" in part ? (part.bytes ?? 0) : 0)),
    );
    const size =
      Buffer.byteLength(JSON.stringify([input, output, tools])) + media.reduce((sum, bytes) => sum + bytes, 0);
    return within(size, { max }, "bytes");
  },
});

export const usageConsistency = defineCheck({
  ...common,
  name: "usage_consistency",
  title: "Reported usage is plausible",
  description:
    "Characters of the answer and its tool calls for each reported output token lie between the bounds; a character of a script without alphabet counts as three, reasoning tokens are left out. Tokens are not counted again: no provider's own tokenizer is at hand.",
  needs: ["usage"],
  output: passesWhenTrue,
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

export const fallbackUsed = defineCheck({
  ...common,
  name: "fallback_used",
  title: "Fallback model used",
  description:
    "Before this call another with the same messages failed at another model or provider, in the same trace: the route's first choice did not serve it.",
  needs: ["trace"],
  output: passesWhenFalse,
  source: "fallbacks of gateways",
  options: z.strictObject({ ignore_models: z.array(z.string()).default([]) }),
  evaluate: ({ datapoint, context }, { ignore_models: ignored }) => {
    if (!context.calls) return skipped("the trace is not known");
    if (datapoint.error) return skipped("the call failed");
    if (datapoint.input.length === 0) return skipped("the messages are not recorded");
    const same = JSON.stringify(datapoint.input);
    const first = context.calls.find(
      (call) =>
        call.error !== undefined &&
        call.startedAt < datapoint.startedAt &&
        !ignored.includes(call.requestModel ?? "") &&
        (call.requestModel !== datapoint.requestModel || call.provider !== datapoint.provider) &&
        JSON.stringify(call.input) === same,
    );
    return defect(
      first !== undefined,
      first
        ? `${first.requestModel ?? first.provider ?? "another model"} failed before (${first.error?.type})`
        : "served by the first choice",
    );
  },
});
