import { type Subject, textOf, toolCallsOf } from "../../../datapoints/index.ts";
import { canonicalJson } from "../../../platform/json/json.ts";
import { fold } from "../../../platform/text/fold.ts";
import { defect, defineCheck, passesWhenFalse, skipped, z } from "../definition.ts";
import { agents } from "./shared-properties.ts";

export const loopGuard = defineCheck({
  ...agents,
  name: "loop_guard",
  title: "Agent caught in a loop",
  description:
    "Among the last actions (tool calls and assistant texts) one comes again and again, or a cycle of two to four does in a row.",
  severity: "critical",
  judges: "request",
  output: passesWhenFalse,
  source: "Okareo loop_guard; DeepEval AgentLoopDetection",
  options: z.strictObject({
    window: z.int().min(2).max(200).default(12),
    repeats: z.int().min(2).default(3),
    normalise: z.boolean().default(true),
  }),
  evaluate: (subject, { window, repeats, normalise }) => {
    const actions = actionsOf(subject, normalise).slice(-window);
    if (actions.length < repeats) return skipped(`fewer than ${repeats} actions`);
    const most = [...Map.groupBy(actions, (action) => action).values()].sort((a, b) => b.length - a.length)[0] ?? [];
    if (most.length >= repeats) return defect(true, `${most.length} times: ${most[0]?.slice(0, 120)}`);
    const cycle = [2, 3, 4].find((length) => endsInCycle(actions, length, repeats));
    return defect(
      cycle !== undefined,
      cycle === undefined ? "no action repeats" : `a cycle of ${cycle} actions, ${repeats} times in a row`,
    );
  },
});

function actionsOf({ conversation }: Subject, normalise: boolean): readonly string[] {
  return conversation
    .filter(({ role }) => role === "assistant")
    .flatMap((message) => {
      const calls = toolCallsOf(message.parts).map(
        ({ name, parsed, text }) => `${name} ${parsed ? canonicalJson(parsed) : text}`,
      );
      if (calls.length > 0) return calls;
      const text = textOf(message).slice(0, 4000);
      const shown = normalise
        ? fold(text)
            .toLowerCase()
            .replaceAll(/(?<![\W\d_])[\W\d_]*\s[\W\d_]*/g, " ")
            .trim()
        : text;
      return shown === "" ? [] : [shown];
    });
}

function endsInCycle(actions: readonly string[], length: number, repeats: number): boolean {
  const tail = actions.slice(-length * repeats);
  return (
    tail.length === length * repeats &&
    new Set(tail).size > 1 &&
    tail.every((action, at) => action === tail[at % length])
  );
}
