import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { conversationCourse } from "./shared-properties.ts";
import { spokenMessages } from "./turns.ts";

export const turnBalance = defineCheck({
  ...conversationCourse,
  name: "turn_balance",
  title: "Assistant does not monopolise",
  description: "The assistant's words divided by all words, in a conversation of four and more messages.",
  severity: "minor",
  tier: 3,
  output: scored("0..1; pass ≤ 0.85", "neutral"),
  source: "conversation design",
  options: z.strictObject({ max: z.number().min(0).max(1).default(0.85), min_messages: z.int().min(2).default(4) }),
  evaluate: (subject, { max, min_messages: fewest }) => {
    const spoken = spokenMessages(subject).map(({ role, text }) => ({ role, count: text.words.length }));
    if (spoken.length < fewest) return skipped(`fewer than ${fewest} messages`);
    const all = spoken.reduce((sum, { count }) => sum + count, 0);
    if (all === 0) return skipped("no message has words");
    const own = spoken.reduce((sum, { role, count }) => sum + (role === "assistant" ? count : 0), 0);
    return within(own / all, { max }, "the assistant's share of words");
  },
});
