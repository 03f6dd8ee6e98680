import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../platform/failure.ts";
import type { TableWriter } from "../../storage/index.ts";
import type { BatchResult, SavedTable, TraceOutcome } from "./batch-result.ts";
import type { EngineGate } from "./engine-gate.ts";
import { insertWhenAvailable } from "./insert-when-available.ts";

interface Dependencies {
  readonly writer: Pick<TableWriter, "insert">;
  readonly gate: EngineGate;
  readonly signal: AbortSignal;
  /** Counts and logs that a batch is being split. */
  readonly onSplit: (batchId: string, failure: unknown) => void;
}

/** Traces of a batch, by index among its encoded traces; `to` is exclusive. */
export interface TraceRange {
  readonly from: number;
  readonly to: number;
}

/** Approximate size of one insert, bytes. */
const insertBytes = 32 * 2 ** 20;
/** Number of attempts for a row that the engine rejects while it accepts others. */
const attempts = 3;
const attemptPauseMs = 50;

/**
 * Inserts the rows of a write batch, in inserts of bounded size per table. Repeating an insert is idempotent
 * because rows are keyed. `datapoints` comes second to last, after everything it refers to; `trace_batches` is
 * last, so that its readers find all other rows.
 */
export function createStoreBatch({ writer, gate, signal, onSplit }: Dependencies) {
  return { whole, byProject, byRow };

  /** Inserts all rows. Rejects with the first failure that a probe of the engine does not explain. */
  async function whole(result: BatchResult, range?: TraceRange): Promise<void> {
    for (const group of inOrder(result.tables))
      await Promise.all(group.map((table) => insertRows(result, table, rowsOf(table, range))));
  }

  /**
   * Splits a failed batch in halves, down to its projects, and resolves with the traces of the projects whose rows
   * could not be inserted.
   */
  async function byProject(batchId: string, result: BatchResult, failure: unknown): Promise<readonly TraceRange[]> {
    onSplit(batchId, failure);
    const placed = result.outcomes.filter(({ encodedIndex }) => encodedIndex !== undefined);
    return halves({ from: 0, to: placed.length });

    async function halves(range: TraceRange): Promise<readonly TraceRange[]> {
      const middle = projectBorder(placed, range);
      if (middle === undefined) return [range];
      const refused: TraceRange[] = [];
      for (const half of [
        { from: range.from, to: middle },
        { from: middle, to: range.to },
      ])
        if (!(await isStored(half))) refused.push(...(await halves(half)));
      return refused;
    }

    async function isStored(range: TraceRange): Promise<boolean> {
      try {
        await whole(result, range);
        return true;
      } catch (thrown) {
        if (signal.aborted) throw thrown;
        return false;
      }
    }
  }

  /**
   * Inserts every row of these traces that the engine accepts, and resolves with the failure reasons by trace index.
   */
  async function byRow(result: BatchResult, range: TraceRange): Promise<Map<number, string>> {
    const reasons = new Map<number, string>();
    for (const group of inOrder(result.tables)) for (const table of group) await split(table, rowsOf(table, range));
    return reasons;

    async function split(table: SavedTable, rows: TraceRange): Promise<void> {
      if (rows.from === rows.to) return;
      const failure = await tried(table, rows);
      if (failure === undefined) return;
      if (rows.to - rows.from > 1) {
        const middle = (rows.from + rows.to) >>> 1;
        await split(table, { from: rows.from, to: middle });
        await split(table, { from: middle, to: rows.to });
        return;
      }
      const index = traceOf(table, rows.from);
      if (!reasons.has(index)) reasons.set(index, `a row of ${table.table} cannot be stored: ${failure}`);
    }

    async function tried(table: SavedTable, rows: TraceRange): Promise<string | undefined> {
      const most = rows.to - rows.from === 1 ? attempts : 1;
      for (let attempt = 1; ; attempt++) {
        try {
          await insertRows(result, table, rows);
          return undefined;
        } catch (thrown) {
          if (signal.aborted) throw thrown;
          if (attempt === most) return reasonOf(thrown);
          await sleep(attemptPauseMs * attempt, undefined, { signal, ref: false });
        }
      }
    }
  }

  async function insertRows(result: BatchResult, table: SavedTable, { from, to }: TraceRange): Promise<void> {
    for (let first = from; first < to; ) {
      const next = endOfPiece(table, first, to);
      await insertPiece(result, table, { from: first, to: next });
      first = next;
    }
  }

  async function insertPiece({ read }: BatchResult, table: SavedTable, { from, to }: TraceRange): Promise<void> {
    const start = table.start + offsetOf(table, from);
    const end = table.start + offsetOf(table, to);
    const rows = () => ({ table: table.table, rows: to - from, bytes: read(start, end) });
    const refused = await insertWhenAvailable({ writer, gate }, rows);
    if (refused) throw refused.failure;
  }
}

export type StoreBatch = ReturnType<typeof createStoreBatch>;

/** Groups the tables in insertion order; the tables of one group may be inserted concurrently. */
function inOrder(tables: readonly SavedTable[]): readonly (readonly SavedTable[])[] {
  const last = ["datapoints", "trace_batches"];
  return [
    tables.filter(({ table }) => !last.includes(table)),
    ...last.map((name) => tables.filter(({ table }) => table === name)),
  ];
}

function rowsOf({ rows, traceStarts }: SavedTable, range: TraceRange | undefined): TraceRange {
  if (!range) return { from: 0, to: rows };
  return { from: traceStarts[range.from] ?? rows, to: traceStarts[range.to] ?? rows };
}

function endOfPiece(table: SavedTable, first: number, to: number): number {
  const start = offsetOf(table, first);
  let end = first + 1;
  while (end < to && offsetOf(table, end + 1) - start <= insertBytes) end++;
  return end;
}

/** Returns the byte offset of a row in its table; after the last row, the length of the table. */
const offsetOf = ({ rowStarts, length }: SavedTable, row: number) => rowStarts[row] ?? length;

/** Returns the index of the trace that a row belongs to: the last one that starts at or before it. */
function traceOf({ traceStarts }: SavedTable, row: number): number {
  let [low, high] = [0, traceStarts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((traceStarts[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the index nearest to the middle where the project changes; undefined within one project. */
function projectBorder(placed: readonly TraceOutcome[], { from, to }: TraceRange): number | undefined {
  const middle = (from + to) >>> 1;
  for (let away = 0; away <= to - from; away++)
    for (const at of [middle - away, middle + away])
      if (at > from && at < to && placed[at]?.projectId !== placed[at - 1]?.projectId) return at;
  return undefined;
}

/** Includes the message of ClickHouse, which the Failure's own text omits because it may hold content. */
function reasonOf(thrown: unknown): string {
  const cause = thrown instanceof Error && thrown.cause !== undefined ? `: ${messageOf(thrown.cause)}` : "";
  return `${messageOf(thrown)}${cause}`.slice(0, 500);
}
