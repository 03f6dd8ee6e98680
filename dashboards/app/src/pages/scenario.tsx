import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { type ScenarioRow, scenarioRowsQuery, scenarioSetQuery } from "../api/offline.ts";
import { LatestRuns } from "../offline/latest-runs.tsx";
import { ScenarioActions } from "../offline/scenario-actions.tsx";
import { jsonText } from "../offline/words.tsx";
import { Page, Section } from "../ui/page.tsx";
import { Skeleton, Wrong } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { useTitle } from "../ui/title.ts";

export function ScenarioPage() {
  const { id } = useParams({ from: "/scenarios/$id" });
  const { data: set, error, refetch } = useQuery(scenarioSetQuery(id));
  useTitle(set?.name ?? "Scenario set");
  return (
    <Page
      title={set?.name ?? "Scenario set"}
      actions={
        set && (
          <>
            <Link to="/test-runs/new" search={{ scenario: set.id }} className="button primary">
              Run against this scenario
            </Link>
            <ScenarioActions set={set} />
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
          <LatestRuns of={{ scenarioId: set.id }} />
          <Rows id={set.id} />
        </>
      )}
    </Page>
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
