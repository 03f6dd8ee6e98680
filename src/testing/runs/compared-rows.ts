import { expectedCalls } from "../../checks/metrics/trajectories.ts";
import type { Verdict } from "../../checks/verdicts/verdict.ts";
import type { Json } from "../../datapoints/datapoint.ts";
import type { DatapointId, TestRunId } from "../../platform/ids.ts";
import { type ChangedRow, type ComparedRun, previewOf } from "./compare.ts";
import type { JudgedRow } from "./run-metrics.ts";

/** What came of a row in one run. */
export interface ComparedTry {
  readonly runId: TestRunId;
  readonly datapointId: DatapointId;
  /** Beginning of the answer. */
  readonly output?: string;
  readonly error?: string;
  readonly verdicts: readonly Pick<Verdict, "check" | "state">[];
}

/** A row that the base and another run have, with what came of it in each, the base first. */
export interface ComparedRow {
  readonly rowId: string;
  readonly repeat: number;
  /** Beginnings of the row's input and of what is expected. */
  readonly input: string;
  readonly expected?: string;
  readonly tries: readonly ComparedTry[];
}

export interface BesideEachOther {
  readonly rows: readonly ComparedRow[];
  /** How many there are. */
  readonly count: number;
}

const errorCharacters = 300;

/** At most `limit` rows: those that became worse, those that became better, the others, each in the base's order. */
export function besideEachOther(
  base: ComparedRun,
  others: readonly ComparedRun[],
  changed: readonly Pick<ChangedRow, "rowId" | "repeat" | "change">[],
  limit: number,
): BesideEachOther {
  const runs = others.map(({ run, rows }) => ({ run, rows: new Map(rows.map((row) => [keyOf(row), row])) }));
  const shared = base.rows.filter((row) => runs.some(({ rows }) => rows.has(keyOf(row))));
  const worsened = new Set(changed.filter(({ change }) => change === "worsened").map(keyOf));
  const improved = new Set(changed.filter(({ change }) => change === "improved").map(keyOf));
  const rank = (row: JudgedRow) => (worsened.has(keyOf(row)) ? 0 : improved.has(keyOf(row)) ? 1 : 2);
  const inOrder = limit === 0 ? [] : shared.toSorted((left, right) => rank(left) - rank(right)).slice(0, limit);
  return {
    count: shared.length,
    rows: inOrder.map((row) => ({
      rowId: row.rowId,
      repeat: row.repeat,
      input: previewOf(row.input),
      ...(row.expected === null ? {} : { expected: saidIn(row.expected) }),
      tries: [
        tryOf(base.run.id, row),
        ...runs.flatMap(({ run, rows }) => {
          const other = rows.get(keyOf(row));
          return other ? [tryOf(run.id, other)] : [];
        }),
      ],
    })),
  };
}

const keyOf = ({ rowId, repeat }: { readonly rowId: string; readonly repeat: number }) => `${rowId} ${repeat}`;

function tryOf(runId: TestRunId, { datapointId, result, judged }: JudgedRow): ComparedTry {
  return {
    runId,
    datapointId,
    ...(result?.prediction === undefined ? {} : { output: saidIn(result.prediction) }),
    ...(result?.error === undefined ? {} : { error: result.error.slice(0, errorCharacters) }),
    verdicts: (judged?.verdicts ?? []).map(({ check, state }) => ({ check, state })),
  };
}

/** The beginning of an answer: function calls as they are written in code, whatever else as its text. */
function saidIn(value: Json): string {
  const calls = expectedCalls(value) ?? [];
  if (calls.length === 0 || calls.some(({ parameters }) => parameters === undefined)) return previewOf(value);
  return previewOf(calls.map(({ name, parameters }) => `${name}(${JSON.stringify(parameters)})`).join("; "));
}
