import { defect, defineCheck, passesWhenFalse, skipped, z } from "../definition.ts";
import { agentRounds } from "./shared-properties.ts";
import { isAgent, isTool, spansOf } from "./trace-spans.ts";

export const handoffPingPong = defineCheck({
  ...agentRounds,
  name: "handoff_ping_pong",
  title: "Agents hand over in circles",
  description: "Two agents of the trace hand over to each other and back `cycles` times without a tool between.",
  needs: ["trace"],
  output: passesWhenFalse,
  source: "MAST inter-agent failures (Cemri et al. 2025)",
  options: z.strictObject({ cycles: z.int().min(1).default(2) }),
  evaluate: (subject, { cycles }) => {
    const steps = spansOf(subject).filter((span) => isAgent(span) || isTool(span));
    const agents = steps.filter(isAgent).length;
    if (agents < 2) return skipped("the trace holds no two spans of agents");
    let [run, longest]: [string[], string[]] = [[], []];
    for (const span of steps) {
      const named = span.attributes.get("gen_ai.agent.name");
      const name = typeof named === "string" ? named : span.name;
      if (isTool(span)) run = [];
      else if (name !== run.at(-1))
        run = run.length < 2 || name === run.at(-2) ? [...run, name] : [run.at(-1) ?? "", name];
      if (run.length > longest.length) longest = run;
    }
    const isCircle = longest.length >= 2 * cycles && longest.length > 2;
    return defect(isCircle, isCircle ? longest.slice(0, 8).join(" → ") : `${agents} agents without a circle`);
  },
});
