import { useQuery } from "@tanstack/react-query";
import { isUnderWay, modelQuery, scenarioSetQuery } from "../../platform/api/test-queries.ts";
import type { TestRun } from "../../platform/api/types.ts";
import { TextLink } from "../../platform/ui/button.tsx";
import { costText, countOf, durationText } from "../../platform/ui/format.tsx";
import { typeWords } from "./run-draft.ts";
import { BuiltFrom, RunState } from "./words.tsx";

export function RunFacts({ run }: { run: TestRun }) {
  const { metrics } = run;
  const model = useQuery(modelQuery(run.modelId));
  const set = useQuery(scenarioSetQuery(run.scenarioId));
  return (
    <>
      <p className="line" aria-busy={model.isPending || set.isPending}>
        <RunState run={run} />
        <span className="muted">
          {typeWords[run.type]} ·{" "}
          <TextLink
            text={`${model.data?.name ?? "model"}, version ${run.modelVersion}`}
            to="/models/$id"
            params={{ id: run.modelId }}
          />
          {" on "}
          <TextLink
            text={`${set.data?.name ?? "scenario set"}, version ${run.scenarioVersion}`}
            to="/scenarios/$id"
            params={{ id: run.scenarioId }}
          />
          {run.reevaluates !== undefined && (
            <>
              {" · the answers of "}
              <TextLink text="another run" to="/test-runs/$id" params={{ id: run.reevaluates }} />, re-evaluated
            </>
          )}
          {run.repeats > 1 && ` · each row ${run.repeats} times`}
          {metrics && ` · ${metricsText(metrics)}`}
          {(run.commit ?? run.ciUrl) !== undefined && (
            <>
              {" · "}
              <BuiltFrom run={run} />
            </>
          )}
        </span>
      </p>
      {isUnderWay(run) && <Progress run={run} />}
      {run.failure !== undefined && <p className="note fail">{run.failure}</p>}
    </>
  );
}

function metricsText({ rows, errors, meanDurationMs, p95DurationMs, costUsd }: NonNullable<TestRun["metrics"]>) {
  return [
    countOf(rows, "row"),
    errors > 0 && `${errors} without an answer`,
    meanDurationMs !== undefined && `${durationText(meanDurationMs)} per row`,
    p95DurationMs !== undefined && `p95 ${durationText(p95DurationMs)}`,
    costUsd !== undefined && costText(costUsd),
  ]
    .filter(Boolean)
    .join(" · ");
}

function Progress({ run }: { run: TestRun }) {
  const { progress, isServed, state } = run;
  const { waiting, leased, done } = progress;
  const all = waiting + leased + done;
  return (
    <>
      <progress className="run-progress" aria-label="Attempts with a result" value={done} max={Math.max(1, all)} />
      {state === "running" && !isServed && waiting > 0 && leased === 0 && (
        <p className="note">
          <span>
            This model is custom code: the run needs the program that started it. If the program has ended, continue
            from the code with <code>model.resumeTest("{run.id}")</code> (<code>resume_test</code> in Python): what has
            a result is not made again.
          </span>
        </p>
      )}
    </>
  );
}
