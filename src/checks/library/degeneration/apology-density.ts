import { textOf } from "../../../datapoints/index.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { boilerplate } from "./shared-properties.ts";

export const apologyDensity = defineCheck({
  ...boilerplate,
  name: "apology_density",
  title: "Apologies within reason",
  description: "How often the answer, or the assistant in the whole conversation, apologises, in eight languages.",
  output: scored("count; pass ≤ 1", "lower"),
  source: "quality assurance in support",
  options: z.strictObject({
    max: z.int().nonnegative().default(1),
    scope: z.enum(["turn", "conversation"]).default("turn"),
  }),
  evaluate: (subject, { max, scope }) => {
    const output = subject.text("output");
    if (output.isBlank) return skipped("the answer is blank");
    const earlier = scope === "turn" ? [] : subject.request.filter(({ role }) => role === "assistant");
    const texts = [output.phrased, ...earlier.map((message) => textOf(message).toLowerCase())];
    const count = texts.reduce((sum, text) => sum + (text.match(apologies)?.length ?? 0), 0);
    return within(count, { max }, "apologies");
  },
});

const apologies =
  /\b(?:sorry|apologi[sz]e|apologies|forgive me|my (?:mistake|bad)|entschuldig\p{L}{0,30}|tut mir leid|verzeih\p{L}{0,30}|désolée?s?|excusez|pardon|lo siento|disculp\p{L}{0,30}|perdón|desculp\p{L}{0,30}|scusa|scusi|mi dispiace)(?!\p{L})|извин\p{L}{0,30}|прост(?:и|ите)(?!\p{L})|申し訳|すみません|对不起|抱歉|죄송/gu;
