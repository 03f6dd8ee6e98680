import { noJudgeModel } from "../lacking.ts";
import type { CallJudgeModel, JudgeStore } from "../ports/judges.ts";
import { isMissing } from "./complete.ts";
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
    if (!model) return { kind: "unanswered", reason: noJudgeModel };
    const costs: CallCost[] = [];
    const answer = await judgeClient.complete((cost) => costs.push(cost))(model, question, signal);
    if (isMissing(answer)) return { kind: "unanswered", reason: answer.reason };
    const { text, refused } = answer;
    if (refused !== undefined) return { kind: "unanswered", reason: `the model declined: ${refused.slice(0, 200)}` };
    return { kind: "answered", text, meter: meterOf(model, costs, 1) };
  };
}
