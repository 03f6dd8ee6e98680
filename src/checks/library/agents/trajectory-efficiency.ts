import { toolCallsOf } from "../../../datapoints/index.ts";
import { member } from "../../../platform/json/json.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { agentRounds } from "./shared-properties.ts";

export const trajectoryEfficiency = defineCheck({
  ...agentRounds,
  name: "trajectory_efficiency",
  title: "Path length against the shortest known",
  description:
    "`steps` of the expected result divided by the number of tool calls, at most 1; 0 where it declares the task not `completed`.",
  severity: "minor",
  judges: "calls",
  needs: ["expected"],
  mode: "test run",
  tier: 3,
  output: scored("0..1; pass ≥ 0.5", "higher"),
  source: "DeepEval StepEfficiency; success weighted by path length (Anderson et al. 2018)",
  options: z.strictObject({ threshold: z.number().min(0).max(1).default(0.5) }),
  evaluate: ({ conversation, expected }, { threshold }) => {
    const steps = member(expected, "steps");
    if (typeof steps !== "number" || steps <= 0) return skipped("the expected result holds no number of steps");
    const made = conversation.reduce((sum, { parts }) => sum + toolCallsOf(parts).length, 0);
    if (made === 0) return skipped("no tool was called");
    const efficiency = member(expected, "completed") === false ? 0 : Math.min(1, steps / made);
    return within(efficiency, { min: threshold }, `${steps} steps expected, ${made} made`);
  },
});
