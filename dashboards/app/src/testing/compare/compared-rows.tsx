import { useMemo, useState } from "react";
import { type Search, useAddress, useSetAddress } from "../../platform/address/search.ts";
import type { Comparison, TestRun } from "../../platform/api/types.ts";
import { Badge } from "../../platform/ui/badges.tsx";
import { Button, TextLink } from "../../platform/ui/button.tsx";
import { countOf, countText } from "../../platform/ui/format.tsx";
import { Select } from "../../platform/ui/forms/field.tsx";
import { Section } from "../../platform/ui/page.tsx";
import { Table } from "../../platform/ui/table.tsx";
import { pieces } from "./aligned.ts";
import {
  type Change,
  type ComparedRow,
  type ComparedTry,
  changesByRow,
  keyOfRow,
  rowsShown,
  type Shown,
  shownRows,
} from "./compared.ts";

const atOnce = 50;

const words: Readonly<Record<Shown, string>> = {
  changed: "All that changed",
  worsened: "What became worse",
  improved: "What became better",
  all: "All rows",
};

/** Shows the rows side by side, each cell with a link to its call; the selection is in the address. */
export function ComparedRows({ comparison, runs }: { comparison: Comparison; runs: readonly TestRun[] }) {
  const { check, run, only } = useAddress();
  const setAddress = useSetAddress();
  const [most, setMost] = useState(atOnce);
  const shown = shownRows.find((each) => each === only) ?? "changed";
  const changes = useMemo(() => changesByRow(comparison), [comparison]);
  const rows = useMemo(() => rowsShown(comparison, { shown, check, run }), [comparison, shown, check, run]);
  const showOnly = (part: Pick<Search, "check" | "run" | "only">) => setAddress(part, true);
  const count = (change: Change["change"]) => comparison.changed.filter((each) => each.change === change).length;
  return (
    <Section
      title="Rows"
      actions={
        <label className="line">
          <span className="hidden">Which rows</span>
          <Select
            value={shown}
            onChange={(value) => showOnly({ only: value, check: undefined, run: undefined })}
            options={shownRows.map((each) => [each, words[each]] as const)}
          />
        </label>
      }
    >
      <p className="line muted">
        <span>
          {count("worsened")} worse, {count("improved")} better
        </span>
        {(check ?? run) !== undefined && (
          <Button
            text={`Only ${check ?? "one run"} ✕`}
            className="small"
            onClick={() => showOnly({ check: undefined, run: undefined })}
          />
        )}
      </p>
      {rows.length === 0 && <p className="muted">{shown === "all" ? "The runs have no row in common." : "None."}</p>}
      {rows.length > 0 && (
        <Table label="Rows side by side" head={["Input", ...runs.map(({ name }, index) => headOf(name, index))]}>
          {rows.slice(0, most).map((row) => (
            <Row key={keyOfRow(row)} row={row} runs={runs} changes={changes.get(keyOfRow(row)) ?? []} />
          ))}
        </Table>
      )}
      {rows.length > most && <Button text="More rows" onClick={() => setMost(most + atOnce)} />}
      {comparison.rowCount > comparison.rows.length && (
        <p className="muted small">
          {countText(comparison.rows.length)} of {countOf(comparison.rowCount, "row")} are here: those that changed come
          first.
        </p>
      )}
    </Section>
  );
}

/** Runs may share a name, so headings have a number. */
const headOf = (name: string, index: number) => (index === 0 ? `Base: ${name}` : `${index}: ${name}`);

function Row({ row, runs, changes }: { row: ComparedRow; runs: readonly TestRun[]; changes: readonly Change[] }) {
  const tryOf = ({ id }: TestRun) => row.attempts.find(({ runId }) => runId === id);
  const [baseRun] = runs;
  const base = baseRun && tryOf(baseRun);
  return (
    <tr>
      <td className="cell-text">
        {row.input}
        {row.repeat > 1 && <span className="muted small"> try {row.repeat}</span>}
        {row.expected !== undefined && <p className="muted small">expected: {row.expected}</p>}
      </td>
      {runs.map((run) => {
        const of = tryOf(run);
        return (
          <td key={run.id} className="cell-text compared">
            {of ? (
              <Try
                of={of}
                base={base}
                name={`${run.name}: ${row.input}`}
                changes={changes.filter(({ runId }) => runId === run.id)}
              />
            ) : (
              <span className="muted">no such row</span>
            )}
          </td>
        );
      })}
    </tr>
  );
}

interface TryProps {
  readonly of: ComparedTry;
  readonly base: ComparedTry | undefined;
  readonly name: string;
  readonly changes: readonly Change[];
}

function Try({ of, base, name, changes }: TryProps) {
  const failed = of.verdicts.filter(
    ({ state, check }) => state === "failed" && !changes.some((c) => c.check === check),
  );
  return (
    <>
      {of.error === undefined ? <Output of={of} base={base} /> : <p className="wrong">{of.error}</p>}
      <p className="line small">
        {changes.map(({ check, change }) => (
          <Badge
            key={check}
            tone={change === "worsened" ? "fail" : "ok"}
            sign={change === "worsened" ? "▼" : "▲"}
            text={check}
          />
        ))}
        {failed.map(({ check }) => (
          <Badge key={check} tone="quiet" sign="✕" text={check} />
        ))}
        <TextLink text="call" to="/datapoints/$id" params={{ id: of.datapointId }} aria-label={`Call of ${name}`} />
        {base && of !== base && (
          <TextLink
            text="Compare with the base"
            to="/datapoints/compare"
            search={{ a: base.datapointId, b: of.datapointId }}
            aria-label={`Compare with the base: ${name}`}
          />
        )}
      </p>
    </>
  );
}

/** Shows a response, and marks the words that differ from the base. */
function Output({ of: { output = "–" }, base }: Pick<TryProps, "of" | "base">) {
  if (base?.output === undefined || base.output === output) return <p>{output}</p>;
  return (
    <p>
      {pieces(base.output, output)
        .filter(({ of }) => of !== "left")
        .map(({ text, of }, index) =>
          // oxlint-disable-next-line react/no-array-index-key -- pieces of a text never move
          of === "right" ? <ins key={index}>{text}</ins> : <span key={index}>{text}</span>,
        )}
    </p>
  );
}
