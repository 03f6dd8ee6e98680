import { expectedCalls } from "../../checks/service.ts";
import type { Verdict } from "../../datapoints/index.ts";
import type { DatapointId, TestRunId } from "../../platform/ids.ts";
import type { Json } from "../../platform/json/json.ts";
import { type ChangedRow, type ComparedRun, previewOf } from "./compare.ts";
import type { JudgedRow } from "./run-metrics.ts";

/** The result of a row in one run. */
export interface ComparedTry {
  readonly runId: TestRunId;
  readonly datapointId: DatapointId;
  readonly output?: string;
  readonly error?: string;
  readonly verdicts: readonly Pick<Verdict, "check" | "state">[];
}

/** A row that the base and another run share, with the result in each, the base first. */
export interface ComparedRow {
  readonly rowId: string;
  readonly repeat: number;
  readonly input: string;
  readonly expected?: string;
  readonly attempts: readonly ComparedTry[];
}

export interface SideBySideRows {
  readonly rows: readonly ComparedRow[];
  readonly count: number;
}

const errorCharacters = 300;

/** Returns at most `limit` rows: regressions, then improvements, then the others, each in the base's order. */
export function sideBySideRows(
  base: ComparedRun,
  others: readonly ComparedRun[],
  changed: readonly Pick<ChangedRow, "rowId" | "repeat" | "change">[],
  limit: number,
): SideBySideRows {
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
      ...(row.expected === null ? {} : { expected: outputPreview(row.expected) }),
      attempts: [
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
    ...(result?.prediction === undefined ? {} : { output: outputPreview(result.prediction) }),
    ...(result?.error === undefined ? {} : { error: result.error.slice(0, errorCharacters) }),
    verdicts: (judged?.verdicts ?? []).map(({ check, state }) => ({ check, state })),
  };
}

/** Returns the beginning of an answer: function calls in code notation, anything else as text. */
function outputPreview(value: Json): string {
  const calls = expectedCalls(value) ?? [];
  if (calls.length === 0 || calls.some(({ parameters }) => parameters === undefined)) return previewOf(value);
  return previewOf(calls.map(({ name, parameters }) => `${name}(${JSON.stringify(parameters)})`).join("; "));
}
