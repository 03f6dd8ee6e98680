import type { CallJudgeModel, JudgeStore } from "../ports/judges.ts";
import { BudgetSpent, NoAnswer, RequestRefused } from "./complete.ts";
import { type CallCost, type JudgeClient, meterOf } from "./judge-client.ts";

/**
 * Creates the function with which Gaffe itself (for example, scenario generation) calls a project's active
 * judge model.
 */
export function createCallJudgeModel({
  judges,
  judgeClient,
}: {
  judges: Pick<JudgeStore, "list">;
  judgeClient: JudgeClient;
}): CallJudgeModel {
  return async (project, question, signal) => {
    const model = (await judges.list(project)).find(({ isActive }) => isActive);
    if (!model)
      return { kind: "unanswered", reason: "no judge model is configured: choose one under Settings, Judges" };
    const costs: CallCost[] = [];
    try {
      const { text, refused } = await judgeClient.complete((cost) => costs.push(cost))(model, question, signal);
      if (refused !== undefined) return { kind: "unanswered", reason: `the model declined: ${refused.slice(0, 200)}` };
      return { kind: "answered", text, meter: meterOf(model, costs, 1) };
    } catch (thrown) {
      if (thrown instanceof NoAnswer || thrown instanceof BudgetSpent || thrown instanceof RequestRefused)
        return { kind: "unanswered", reason: thrown.message };
      throw thrown;
    }
  };
}
