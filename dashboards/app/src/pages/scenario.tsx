import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { download } from "../api/download.ts";
import { type ScenarioRow, scenarioRowsQuery, scenarioSetQuery, testRunsQuery } from "../api/offline.ts";
import { NewRun } from "../offline/new-run.tsx";
import { jsonText, passRate, percentText, RunState } from "../offline/words.tsx";
import { Page, Section } from "../ui/page.tsx";
import { Skeleton, Wrong } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { useTitle } from "../ui/title.ts";

export function ScenarioPage() {
  const { id } = useParams({ from: "/scenarios/$id" });
  const { data: set, error, refetch } = useQuery(scenarioSetQuery(id));
  const [isRunning, setRunning] = useState(false);
  useTitle(set?.name ?? "Scenario set");
  return (
    <Page
      title={set?.name ?? "Scenario set"}
      actions={
        set && (
          <>
            <button type="button" className="primary" onClick={() => setRunning(true)}>
              Run against this scenario
            </button>
            <button
              type="button"
              onClick={() => void download(`/scenario-sets/${set.id}/download`, {}, `${set.name}.jsonl`)}
            >
              Download
            </button>
          </>
        )
      }
    >
      {error && <Wrong error={error} retry={() => void refetch()} />}
      {!set && !error && <Skeleton />}
      {set && (
        <>
          <p className="muted">
            {set.rows} rows · version {set.version} · changed <Time at={set.updatedAt} />
            {set.tags.length > 0 && ` · ${set.tags.join(", ")}`}
          </p>
          <Runs scenarioId={set.id} />
          <Rows id={set.id} />
          {isRunning && <NewRun set={set} onClose={() => setRunning(false)} />}
        </>
      )}
    </Page>
  );
}

function Runs({ scenarioId }: { scenarioId: string }) {
  const { data } = useInfiniteQuery(testRunsQuery(scenarioId));
  const runs = data?.pages[0]?.items.slice(0, 10) ?? [];
  if (runs.length === 0) return null;
  return (
    <Section title="Latest test runs">
      <Table label="Runs of this set" head={["Run", "State", ">Checks passed", "Started"]}>
        {runs.map((run) => {
          const rate = passRate(run);
          return (
            <tr key={run.id}>
              <td>
                <Link to="/test-runs/$id" params={{ id: run.id }}>
                  {run.name}
                </Link>
              </td>
              <td>
                <RunState run={run} />
              </td>
              <td className="right num">{rate === undefined ? "–" : percentText(rate)}</td>
              <td className="muted">
                <Time at={run.createdAt} />
              </td>
            </tr>
          );
        })}
      </Table>
    </Section>
  );
}

function Rows({ id }: { id: string }) {
  const { data, error, isPending, hasNextPage, fetchNextPage } = useInfiniteQuery(scenarioRowsQuery(id));
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Section title="Rows">
      {isPending && <Skeleton />}
      {error && <Wrong error={error} />}
      {rows.length > 0 && (
        <Table label="Rows of the set" head={["Input", "Expected", "Where from"]}>
          {rows.map(({ id: rowId, input, result, origin }) => (
            <tr key={rowId}>
              <td className="cell-text">{jsonText(input)}</td>
              <td className="cell-text muted">{jsonText(result)}</td>
              <td className="muted">
                <Origin origin={origin} />
              </td>
            </tr>
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

function Origin({ origin: { datapointId, testRunId, generator } }: Pick<ScenarioRow, "origin">) {
  if (testRunId !== undefined)
    return (
      <Link to="/test-runs/$id" params={{ id: testRunId }}>
        a failing run
      </Link>
    );
  if (datapointId === undefined) return generator ?? "by hand";
  return (
    <Link to="/datapoints/$id" params={{ id: datapointId }}>
      a datapoint
    </Link>
  );
}
