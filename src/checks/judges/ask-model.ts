import type { AskModel, JudgeStore } from "../ports/judges.ts";
import { BudgetSpent, NoAnswer, RequestRefused } from "./complete.ts";
import { type CallCost, meterOf, type WayOut } from "./way-out.ts";

/** Questions of ours to a project's active judge, through the one way out. */
export function createAskModel({ judges, wayOut }: { judges: Pick<JudgeStore, "list">; wayOut: WayOut }): AskModel {
  return async (project, question, signal) => {
    const model = (await judges.list(project)).find(({ isActive }) => isActive);
    if (!model)
      return { kind: "unanswered", because: "no judge model is configured: choose one under Settings, Judges" };
    const costs: CallCost[] = [];
    try {
      const { text, refused } = await wayOut.complete((cost) => costs.push(cost))(model, question, signal);
      if (refused !== undefined) return { kind: "unanswered", because: `the model declined: ${refused.slice(0, 200)}` };
      return { kind: "answered", text, meter: meterOf(model, costs, 1) };
    } catch (thrown) {
      if (thrown instanceof NoAnswer || thrown instanceof BudgetSpent || thrown instanceof RequestRefused)
        return { kind: "unanswered", because: thrown.message };
      throw thrown;
    }
  };
}
