import type { Evaluate } from "../../checks/stages/evaluate.ts";
import type { Recognize } from "../../datapoints/assembly/recognition.ts";
import type { RegisteredModel } from "../registered-model.ts";
import { spansOfTry } from "../runs/try-span.ts";
import { resultOf, type StopJudge } from "./converse.ts";

interface Needs {
  readonly evaluate: Evaluate;
  readonly recognize: Recognize;
  readonly now: () => number;
}

/** Has the stop check look at the conversation so far, as at a datapoint. A check that cannot say stops nothing. */
export function createStopJudge({ evaluate, recognize, now }: Needs): StopJudge {
  return async (run, row, conversation) => {
    const stop = run.simulation?.stop?.check;
    if (!stop) return false;
    const span = spansOfTry(run, nameless, { ...row, result: resultOf(conversation) }).at(-1);
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

/** Of a model, a span needs the name alone. */
const nameless: Pick<RegisteredModel, "name"> = { name: "target" };
