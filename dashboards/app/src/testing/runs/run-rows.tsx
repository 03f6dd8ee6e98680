import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { DatapointDialog } from "../../datapoints/dialog/dialog.tsx";
import { Verdicts } from "../../datapoints/dialog/verdicts.tsx";
import { evidenceOf } from "../../datapoints/facts.tsx";
import { useAddress, useSetAddress } from "../../platform/address/search.ts";
import { datapointQuery } from "../../platform/api/queries.ts";
import { testRunRowsQuery } from "../../platform/api/test-queries.ts";
import type { TestRun, TestRunRow } from "../../platform/api/types.ts";
import { is, type RowKind } from "../../platform/list/column.ts";
import { column, type TableColumn, TableList, textColumn } from "../../platform/list/list-table.tsx";
import { UnfoldButton } from "../../platform/list/use-cell-actions.tsx";
import { useList } from "../../platform/list/use-list.ts";
import { VerdictBadge } from "../../platform/ui/badges.tsx";
import { TextLink } from "../../platform/ui/button.tsx";
import { durationText } from "../../platform/ui/format.tsx";
import { Checkbox } from "../../platform/ui/forms/field.tsx";
import { errorOf, More, Section, Skeleton, useItems, Wrong } from "../../platform/ui/page.tsx";
import { BreakingName } from "../../platform/ui/prose.tsx";
import { ConversationView } from "../scenarios/conversation.tsx";
import { Failed, jsonText } from "./words.tsx";

const hasFailed = ({ error, verdicts }: TestRunRow) =>
  error !== undefined || verdicts.some(({ state }) => state === "failed" || state === "broken");

export const tryKey = ({ rowId, repeat }: { readonly rowId: string; readonly repeat: number }) =>
  repeat === 1 ? rowId : `${rowId}.${repeat}`;

/** More rows are below the fold, so they are drawn later. */
const drawnAtFirst = 20;

export function RunRows({ run }: { run: TestRun }) {
  const paged = useInfiniteQuery(testRunRowsQuery(run));
  const { only } = useAddress();
  const setAddress = useSetAddress();
  const loaded = useItems(paged.data);
  const rows = useMemo(() => (only === "wrong" ? loaded?.filter(hasFailed) : loaded), [loaded, only]);
  const columns = useMemo(() => columnsOf(run), [run]);
  const list = useList({ kind, rows, columns, unfolds: true });
  const { waiting, leased, done } = run.progress;
  return (
    <Section
      title={run.type === "MULTI_TURN" ? "Conversations" : "Rows"}
      actions={
        <Checkbox value={only === "wrong"} onChange={(isOn) => setAddress({ only: isOn ? "wrong" : undefined }, true)}>
          Only what went wrong
        </Checkbox>
      }
    >
      <TableList
        list={list}
        label="Rows of the run"
        whole={whole}
        error={errorOf(paged)}
        none={<p className="muted">{only === "wrong" ? "Nothing went wrong." : "No rows."}</p>}
        toCome={Math.min(waiting + leased + done, drawnAtFirst)}
      />
      <More of={paged}>More rows</More>
    </Section>
  );
}

const kind: RowKind<TestRunRow> = {
  idOf: tryKey,
  pageOf: (row) => (hasStarted(row) ? { page: "datapoints", key: row.datapointId } : undefined),
};

const hasStarted = ({ state, conversation = [] }: TestRunRow) => state === "done" || conversation.length > 0;

const whole = (row: TestRunRow) => (hasStarted(row) ? <RunRowDetail row={row} /> : undefined);

const stateWords = { waiting: "waiting", leased: "in progress" } as const;

function columnsOf({ type, checks }: TestRun): readonly TableColumn<TestRunRow>[] {
  const isConversation = type === "MULTI_TURN";
  const input: TableColumn<TestRunRow> = column(
    "input",
    "Input",
    (row) => (
      <>
        {hasStarted(row) ? <UnfoldButton id={tryKey(row)}>{jsonText(row.input)}</UnfoldButton> : jsonText(row.input)}
        {row.repeat > 1 && <span className="muted small"> try {row.repeat}</span>}
      </>
    ),
    { className: "cell-text", text: ({ input }) => jsonText(input) },
  );
  const expected: TableColumn<TestRunRow> = textColumn("expected", "Expected", (row) => jsonText(row.expected), {
    className: "cell-text muted",
    clauses: (row) => is("expected", typeof row.expected === "string" ? row.expected : undefined),
  });
  const answer: TableColumn<TestRunRow> = column(
    "answer",
    isConversation ? "Last answer" : "Answer",
    (row) => <Answer row={row} />,
    {
      className: "cell-text",
      text: ({ error, prediction }) => error ?? jsonText(prediction),
      clauses: ({ prediction }) => is("answer", typeof prediction === "string" ? prediction : undefined),
    },
  );
  const talk: readonly TableColumn<TestRunRow>[] = [
    column("turns", "Turns", ({ turns }) => turns?.length ?? 0, { isNumber: true }),
    column("ended", "Ended", ({ ended }) => ended?.replaceAll("_", " ") ?? "–", {
      className: "muted",
      clauses: ({ ended }) => is("ended", ended),
    }),
  ];
  const judged = checks.map(({ check }) => verdictColumn(check));
  return isConversation ? [input, answer, ...talk, ...judged] : [input, expected, answer, ...judged];
}

function Answer({ row: { state, error, prediction } }: { row: TestRunRow }) {
  if (state !== "done") return <span className="muted">{stateWords[state]}</span>;
  return error === undefined ? jsonText(prediction) : <span className="wrong">{error}</span>;
}

function verdictColumn(check: string): TableColumn<TestRunRow> {
  const verdictOf = ({ verdicts }: TestRunRow) => verdicts.find((verdict) => verdict.check === check);
  return {
    name: check,
    title: check,
    head: <BreakingName name={check} />,
    text: (row) => verdictOf(row)?.explanation,
    clauses: (row) => is(check, verdictOf(row)?.state),
    cell(row) {
      const verdict = verdictOf(row);
      if (!verdict) return <span className="muted">–</span>;
      return (
        <span title={verdict.explanation ?? verdict.reason}>
          <VerdictBadge state={verdict.state} />
        </span>
      );
    },
  };
}

function RunRowDetail({ row }: { row: TestRunRow }) {
  if (row.conversation) return <ConversationView row={row} />;
  return (
    <div className="beside">
      <RecordedDialog id={row.datapointId} />
      <div className="stack">
        <p className="line small">
          {row.durationMs !== undefined && <span className="muted">{durationText(row.durationMs)}</span>}
          {row.attempts !== undefined && <span className="muted">· {row.attempts} attempts</span>}
          <TextLink text="The call" to="/datapoints/$id" params={{ id: row.datapointId }} />
        </p>
        {row.error !== undefined && <Failed row={row} />}
        {row.expected !== null && (
          <p>
            <span className="muted">Expected: </span>
            {jsonText(row.expected)}
          </p>
        )}
        {row.verdicts.length > 0 && <Verdicts verdicts={row.verdicts} open />}
      </div>
    </div>
  );
}

function RecordedDialog({ id }: { id: string }) {
  const { data, error } = useQuery(datapointQuery(id));
  if (!data) return error ? <Wrong error={error} /> : <Skeleton rows={4} />;
  return <DatapointDialog datapoint={data} evidence={evidenceOf(data.verdicts)} />;
}
