import { defect, defineCheck, passesWhenFalse, skipped, z } from "../definition.ts";
import { agentTurns } from "./shared-properties.ts";

export const maxStepsExceeded = defineCheck({
  ...agentTurns,
  name: "max_steps_exceeded",
  title: "Too many agent steps",
  description:
    "The trace holds more model calls than `max_steps`, as far as it has arrived when the call is judged; where the trace is not known, the conversation more answers of the assistant.",
  needs: [],
  output: passesWhenFalse,
  source: "promptfoo trace-span-count; OWASP LLM10",
  options: z.strictObject({ max_steps: z.int().positive().default(25) }),
  evaluate: ({ context, conversation }, { max_steps: max }) => {
    const turns = conversation.filter(({ role }) => role === "assistant").length;
    const calls = context.calls?.length ?? 0;
    if (calls === 0 && turns === 0) return skipped("neither a trace nor a conversation is recorded");
    const [steps, what] = calls >= turns ? [calls, "model calls in the trace"] : [turns, "answers in the conversation"];
    return defect(steps > max, `${steps} ${what}, at most ${max}`);
  },
});
