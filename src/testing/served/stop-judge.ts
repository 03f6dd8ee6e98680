import type { Evaluate } from "../../checks/index.ts";
import type { Recognize } from "../../datapoints/index.ts";
import type { RegisteredModel } from "../registered-model.ts";
import { attemptSpans } from "../runs/attempt-spans.ts";
import { resultOf, type StopJudge } from "./converse.ts";

interface StopJudgeDependencies {
  readonly evaluate: Evaluate;
  readonly recognize: Recognize;
  readonly now: () => number;
}

/**
 * Runs the stop check on the conversation so far, as on a datapoint. Without a verdict the conversation
 * continues.
 */
export function createStopJudge({ evaluate, recognize, now }: StopJudgeDependencies): StopJudge {
  return async (run, row, conversation) => {
    const stop = run.simulation?.stop?.check;
    if (!stop) return false;
    const span = attemptSpans(run, nameless, { ...row, result: resultOf(conversation) }).at(-1);
    const { datapoints } = recognize({
      projectId: run.projectId,
      traceId: span?.traceId ?? "",
      spans: span ? [{ item: span, source: "run", receivedAt: now() }] : [],
      logs: [],
    });
    const [datapoint] = datapoints;
    if (!datapoint) return false;
    const { check, options, stopOn } = stop;
    const { state } = await evaluate(run.projectId, { datapoint, check, options, expected: row.expected });
    return state === (stopOn ? "passed" : "failed");
  };
}

const nameless: Pick<RegisteredModel, "name"> = { name: "target" };
