import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { ask } from "../api/client.ts";
import { isUnderWay, type TestRun, type TestRunRow, testRunQuery, testRunRowsQuery } from "../api/offline.ts";
import { ErrorMatrix } from "../offline/error-matrix.tsx";
import { RunActions } from "../offline/run-actions.tsx";
import { RunFigures } from "../offline/run-figures.tsx";
import { jsonText, percentText, RunState } from "../offline/words.tsx";
import { costText, durationText } from "../ui/format.ts";
import { VerdictMark } from "../ui/marks.tsx";
import { Page, Section } from "../ui/page.tsx";
import { Skeleton, Wrong } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import { useTitle } from "../ui/title.ts";

export function TestRunPage() {
  const { id } = useParams({ from: "/test-runs/$id" });
  const { data: run, error, refetch } = useQuery(testRunQuery(id));
  useTitle(run?.name ?? "Test run");
  if (error) {
    return (
      <Page title="Test run">
        <Wrong error={error} retry={() => void refetch()} />
      </Page>
    );
  }
  if (!run) {
    return (
      <Page title="Test run">
        <Skeleton />
      </Page>
    );
  }
  return (
    <Page title={run.name} actions={isUnderWay(run) ? <Cancel run={run} /> : <RunActions key={run.id} run={run} />}>
      <Facts run={run} />
      {run.failure !== undefined && <p className="note fail">{run.failure}</p>}
      <Checks run={run} />
      {run.metrics?.classification && <ErrorMatrix metrics={run.metrics.classification} />}
      {run.metrics?.retrieval && <Retrieval at={run.metrics.retrieval} />}
      {run.metrics && <RunFigures metrics={run.metrics} />}
      <Rows run={run} />
    </Page>
  );
}

function Facts({ run }: { run: TestRun }) {
  const { metrics } = run;
  return (
    <p className="line">
      <RunState run={run} />
      <span className="muted">
        <Link to="/scenarios/$id" params={{ id: run.scenarioId }}>
          scenario set, version {run.scenarioVersion}
        </Link>
        {run.reevaluates !== undefined && (
          <>
            {" · the answers of "}
            <Link to="/test-runs/$id" params={{ id: run.reevaluates }}>
              another run
            </Link>
            , judged again
          </>
        )}
        {metrics && ` · ${metrics.rows} rows`}
        {metrics && metrics.errors > 0 && ` · ${metrics.errors} without an answer`}
        {metrics?.meanDurationMs !== undefined && ` · ${durationText(metrics.meanDurationMs)} per row`}
        {metrics?.costUsd !== undefined && ` · ${costText(metrics.costUsd)}`}
      </span>
    </p>
  );
}

function Cancel({ run }: { run: TestRun }) {
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => ask<TestRun>(`/test-runs/${run.id}/cancel`, { method: "POST" }),
    onSuccess: (changed) => queries.setQueryData(testRunQuery(run.id).queryKey, changed),
  });
  return (
    <button type="button" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
      Cancel the run
    </button>
  );
}

function Checks({ run: { metrics, checks } }: { run: TestRun }) {
  if (!metrics || checks.length === 0) return null;
  return (
    <Section title="Checks">
      <Table
        label="Verdicts of each check"
        head={["Check", ">Passed", ">Failed", ">Skipped", ">Broken", ">Share", ">Mean"]}
      >
        {metrics.checks.map(({ check, passed, failed, skipped, broken, mean }) => (
          <tr key={check}>
            <td>
              <code>{check}</code>
            </td>
            <td className="right num">{passed}</td>
            <td className="right num">{failed}</td>
            <td className="right num muted">{skipped}</td>
            <td className="right num muted">{broken}</td>
            <td className="right num">{passed + failed === 0 ? "–" : percentText(passed / (passed + failed))}</td>
            <td className="right num muted">{mean === undefined ? "–" : mean.toFixed(3)}</td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}

function Retrieval({ at }: { at: NonNullable<NonNullable<TestRun["metrics"]>["retrieval"]> }) {
  return (
    <Section title="Retrieval">
      <Table
        label="Figures of the retrieval"
        head={["At", ">Precision", ">Recall", ">Hit rate", ">MRR", ">MAP", ">NDCG"]}
      >
        {at.map(({ k, precision, recall, hitRate, mrr, map, ndcg }) => (
          <tr key={k}>
            <td className="num">{k}</td>
            {Object.entries({ precision, recall, hitRate, mrr, map, ndcg }).map(([name, value]) => (
              <td key={name} className="right num">
                {value.toFixed(3)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </Section>
  );
}

const hasFailed = ({ error, verdicts }: TestRunRow) =>
  error !== undefined || verdicts.some(({ state }) => state === "failed" || state === "broken");

function Rows({ run }: { run: TestRun }) {
  const { data, error, isPending, hasNextPage, fetchNextPage } = useInfiniteQuery(testRunRowsQuery(run));
  const [onlyFailed, setOnlyFailed] = useState(false);
  const all = data?.pages.flatMap(({ items }) => items) ?? [];
  const rows = onlyFailed ? all.filter(hasFailed) : all;
  const names = run.checks.map(({ check }) => check);
  return (
    <Section
      title="Rows"
      actions={
        <label className="line">
          <input type="checkbox" checked={onlyFailed} onChange={({ target }) => setOnlyFailed(target.checked)} />
          Only what went wrong
        </label>
      }
    >
      {isPending && <Skeleton />}
      {error && <Wrong error={error} />}
      {data && rows.length === 0 && <p className="muted">{onlyFailed ? "Nothing went wrong." : "No rows."}</p>}
      {rows.length > 0 && (
        <Table label="Rows of the run" head={["Input", "Expected", "Answer", ...names]}>
          {rows.map((row) => (
            <Row key={`${row.rowId} ${row.repeat}`} row={row} names={names} />
          ))}
        </Table>
      )}
      {hasNextPage && (
        <button type="button" onClick={() => void fetchNextPage()}>
          More rows
        </button>
      )}
    </Section>
  );
}

function Row({ row, names }: { row: TestRunRow; names: readonly string[] }) {
  const answer = row.error ?? jsonText(row.prediction);
  return (
    <tr>
      <td className="cell-text">{jsonText(row.input)}</td>
      <td className="cell-text muted">{jsonText(row.expected)}</td>
      <td className="cell-text">
        {row.state === "done" ? (
          <Link to="/datapoints/$id" params={{ id: row.datapointId }}>
            {answer}
          </Link>
        ) : (
          <span className="muted">{row.state}</span>
        )}
      </td>
      {names.map((name) => {
        const verdict = row.verdicts.find(({ check }) => check === name);
        return (
          <td key={name} title={verdict?.explanation ?? verdict?.because}>
            {verdict ? <VerdictMark state={verdict.state} /> : <span className="muted">–</span>}
          </td>
        );
      })}
    </tr>
  );
}
