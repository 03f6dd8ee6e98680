import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type Search, useAddress } from "../address/search.ts";
import { type TestRun, type TestRunRow, testRunRowsQuery } from "../api/offline.ts";
import { VerdictMark } from "../ui/marks.tsx";
import { errorOf, More } from "../ui/more.tsx";
import { Section } from "../ui/page.tsx";
import { Skeleton, Wrong } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import { RunRowDetail } from "./run-row-detail.tsx";
import { jsonText } from "./words.tsx";

const hasFailed = ({ error, verdicts }: TestRunRow) =>
  error !== undefined || verdicts.some(({ state }) => state === "failed" || state === "broken");

/** How a try is named in an address. */
export const tryKey = ({ rowId, repeat }: { readonly rowId: string; readonly repeat: number }) =>
  repeat === 1 ? rowId : `${rowId}.${repeat}`;

/** Every try with what came of it; which one is opened, and whether only failures are shown, is in the address. */
export function RunRows({ run }: { run: TestRun }) {
  const paged = useInfiniteQuery(testRunRowsQuery(run));
  const { data, isPending } = paged;
  const error = errorOf(paged);
  const { row: opened, only } = useAddress();
  const navigate = useNavigate();
  const all = data?.pages.flatMap(({ items }) => items) ?? [];
  const rows = only === "wrong" ? all.filter(hasFailed) : all;
  const names = run.checks.map(({ check }) => check);
  const isConversation = run.type === "MULTI_TURN";
  const say = (part: { row?: string | undefined; only?: string | undefined }) =>
    void navigate({ to: ".", search: (before: Search) => ({ ...before, ...part }), replace: true });
  const head = isConversation
    ? ["Input", "Last answer", ">Turns", "Ended", ...names]
    : ["Input", "Expected", "Answer", ...names];
  return (
    <Section
      title={isConversation ? "What was said" : "Rows"}
      actions={
        <label className="line">
          <input
            type="checkbox"
            checked={only === "wrong"}
            onChange={({ target }) => say({ only: target.checked ? "wrong" : undefined })}
          />
          Only what went wrong
        </label>
      }
    >
      {isPending && <Skeleton />}
      {error && <Wrong error={error} />}
      {data && rows.length === 0 && <p className="muted">{only === "wrong" ? "Nothing went wrong." : "No rows."}</p>}
      {rows.length > 0 && (
        <Table label="Rows of the run" head={head}>
          {rows.map((row) => {
            const key = tryKey(row);
            const isOpen = opened === key;
            return [
              <Row
                key={key}
                row={row}
                names={names}
                isConversation={isConversation}
                isOpen={isOpen}
                onToggle={() => say({ row: isOpen ? undefined : key })}
              />,
              isOpen && (
                <tr key={`${key} opened`} className="opened">
                  <td colSpan={head.length}>
                    <RunRowDetail row={row} />
                  </td>
                </tr>
              ),
            ];
          })}
        </Table>
      )}
      <More of={paged}>More rows</More>
    </Section>
  );
}

const stateWords = { waiting: "waiting", leased: "under way" } as const;

interface RowProps {
  readonly row: TestRunRow;
  readonly names: readonly string[];
  readonly isConversation: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Row({ row, names, isConversation, isOpen, onToggle }: RowProps) {
  const answer = row.error ?? jsonText(row.prediction);
  const hasBegun = row.state === "done" || (row.conversation ?? []).length > 0;
  return (
    <tr>
      <td className="cell-text">
        {hasBegun ? (
          <button type="button" className="link start" aria-expanded={isOpen} onClick={onToggle}>
            {jsonText(row.input)}
          </button>
        ) : (
          jsonText(row.input)
        )}
        {row.repeat > 1 && <span className="muted small"> try {row.repeat}</span>}
      </td>
      {!isConversation && <td className="cell-text muted">{jsonText(row.expected)}</td>}
      <td className={row.error === undefined ? "cell-text" : "cell-text wrong"}>
        {row.state === "done" ? answer : <span className="muted">{stateWords[row.state]}</span>}
      </td>
      {isConversation && (
        <>
          <td className="right num">{row.turns?.length ?? 0}</td>
          <td className="muted">{row.ended?.replaceAll("_", " ") ?? "–"}</td>
        </>
      )}
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
