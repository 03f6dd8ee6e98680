import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { scenarioRowsQuery, scenarioSetQuery } from "../../platform/api/test-queries.ts";
import type { ScenarioRow } from "../../platform/api/types.ts";
import { is, type RowKind } from "../../platform/list/column.ts";
import { column, type TableColumn, TableList, textColumn } from "../../platform/list/list-table.tsx";
import { useList } from "../../platform/list/use-list.ts";
import { TextLink } from "../../platform/ui/button.tsx";
import { Time } from "../../platform/ui/format.tsx";
import { errorOf, More, Page, Section, Skeleton, useItems, Wrong } from "../../platform/ui/page.tsx";
import { LatestRuns } from "../runs/latest-runs.tsx";
import { jsonText } from "../runs/words.tsx";
import { ScenarioActions } from "./scenario-actions.tsx";

export function ScenarioPage() {
  const { id } = useParams({ from: "/scenarios/$id" });
  const { data: set, error } = useQuery(scenarioSetQuery(id));
  return (
    <Page
      title={set?.name ?? "Scenario set"}
      actions={
        set && (
          <>
            <TextLink
              text="Run against this scenario"
              to="/test-runs/new"
              search={{ scenario: set.id }}
              className="button primary"
            />
            <ScenarioActions set={set} />
          </>
        )
      }
    >
      {error && <Wrong error={error} />}
      {!set && !error && <Skeleton />}
      {set && (
        <>
          <p className="muted">
            {set.rows} rows · version {set.version} · changed <Time at={set.updatedAt} />
            {set.tags.length > 0 && ` · ${set.tags.join(", ")}`}
          </p>
          <LatestRuns of={{ scenarioId: set.id }} />
          <Rows id={set.id} count={set.rows} />
        </>
      )}
    </Page>
  );
}

/** More rows are below the fold. */
const shownAtFirst = 20;

function Rows({ id, count }: { id: string; count: number }) {
  const paged = useInfiniteQuery(scenarioRowsQuery(id));
  const list = useList({ kind, rows: useItems(paged.data), columns, unfolds: true });
  return (
    <Section title="Rows">
      <TableList
        list={list}
        label="Rows of the set"
        whole={whole}
        error={errorOf(paged)}
        none={<p className="muted">None yet.</p>}
        toCome={Math.min(count, shownAtFirst)}
      />
      <More of={paged}>More rows</More>
    </Section>
  );
}

/** A row links to the call or the run that it comes from. */
const kind: RowKind<ScenarioRow> = {
  idOf: ({ id }) => id,
  pageOf: ({ origin: { datapointId, testRunId } }) =>
    testRunId !== undefined
      ? { page: "test-runs", key: testRunId }
      : datapointId !== undefined
        ? { page: "datapoints", key: datapointId }
        : undefined,
};

const whole = ({ input, result }: ScenarioRow) => (
  <div className="whole-case">
    <section>
      <b className="small muted">Input</b>
      <pre className="wrapped">{wholeText(input)}</pre>
    </section>
    <section>
      <b className="small muted">Expected</b>
      <pre className="wrapped">{wholeText(result)}</pre>
    </section>
  </div>
);

const wholeText = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "–"));

const originOf = ({ datapointId, testRunId, generator }: ScenarioRow["origin"]) =>
  testRunId !== undefined ? "a failing run" : datapointId !== undefined ? "a datapoint" : (generator ?? "by hand");

const columns: readonly TableColumn<ScenarioRow>[] = [
  textColumn("input", "Input", ({ input }) => jsonText(input), { className: "cell-text" }),
  textColumn("expected", "Expected", ({ result }) => jsonText(result), {
    className: "cell-text muted",
    clauses: ({ result }) => is("expected", typeof result === "string" ? result : undefined),
  }),
  column("origin", "Where from", ({ origin }) => <Origin origin={origin} />, {
    width: 150,
    className: "muted",
    clauses: ({ origin }) => is("origin", originOf(origin)),
  }),
];

function Origin({ origin }: Pick<ScenarioRow, "origin">) {
  const { datapointId, testRunId } = origin;
  const description = originOf(origin);
  if (testRunId !== undefined) return <TextLink text={description} to="/test-runs/$id" params={{ id: testRunId }} />;
  if (datapointId === undefined) return description;
  return <TextLink text={description} to="/datapoints/$id" params={{ id: datapointId }} />;
}
