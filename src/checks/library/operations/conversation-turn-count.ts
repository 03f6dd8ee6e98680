import { defineCheck, scored, within, z } from "../definition.ts";
import { operations } from "./shared-properties.ts";

export const conversationTurnCount = defineCheck({
  ...operations,
  name: "conversation_turn_count",
  title: "Turns in the conversation",
  description: "Number of user and assistant messages; tool messages are not counted.",
  severity: "minor",
  judges: "request",
  targets: ["conversation"],
  output: scored("turns; pass ≤ 20", "neutral"),
  source: "Okareo total_turn_count",
  options: z.strictObject({
    max: z.int().nonnegative().default(20),
    min: z.int().nonnegative().default(0),
    role: z.enum(["both", "user", "assistant"]).default("both"),
  }),
  evaluate: ({ conversation }, { min, max, role }) => {
    const counted = role === "both" ? ["user", "assistant"] : [role];
    return within(conversation.filter((message) => counted.includes(message.role)).length, { min, max }, "turns");
  },
});
