import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../platform/failure.ts";
import type { Keeper } from "../ports/kept.ts";
import type { BatchResult, SavedTable, TraceOutcome } from "./batch-result.ts";
import type { EngineGate } from "./engine-gate.ts";

interface Dependencies {
  readonly keeper: Pick<Keeper, "insert">;
  readonly gate: EngineGate;
  readonly signal: AbortSignal;
  /** Counts and logs that a batch is being split. */
  readonly onSplit: (batchId: string, failure: unknown) => void;
}

/** Traces of a batch, by their places among its rows: `to` is exclusive. */
export interface TraceRange {
  readonly from: number;
  readonly to: number;
}

/** One insert holds about this much. */
const insertBytes = 32 * 2 ** 20;
/** A row that the engine refuses while it takes others is tried this often. */
const attempts = 3;
const attemptPauseMs = 50;

/**
 * Inserts the rows of a write batch. Rows of one table go in inserts of bounded size; repeating one changes nothing,
 * because rows are keyed by what they name. Datapoints come second to last: lists read them first, and what they
 * refer to is there before them; the rows of `trace_batches` are last: who reads them may read the rest.
 */
export function createStoreBatch({ keeper, gate, signal, onSplit }: Dependencies) {
  return { whole, byProject, byRow };

  /** All rows. Rejects with the first failure that a probe of the engine does not explain. */
  async function whole(result: BatchResult, range?: TraceRange): Promise<void> {
    for (const group of inOrder(result.tables))
      await Promise.all(group.map((table) => insertRows(result, table, rowsOf(table, range))));
  }

  /**
   * After a failure: splits the batch in halves, down to the projects that have rows in it, and resolves with the
   * traces of the projects whose rows could not be inserted.
   */
  async function byProject(batchId: string, result: BatchResult, failure: unknown): Promise<readonly TraceRange[]> {
    onSplit(batchId, failure);
    const placed = result.outcomes.filter(({ place }) => place !== undefined);
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
   * Inserts every row of these traces that the engine takes, and resolves with the reasons, by place of the trace, why
   * others could not be inserted.
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
      const place = traceOf(table, rows.from);
      if (!reasons.has(place)) reasons.set(place, `a row of ${table.table} cannot be stored: ${failure}`);
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
    for (;;) {
      await gate.pass();
      try {
        return await keeper.insert({ table: table.table, rows: to - from, bytes: read(start, end) });
      } catch (thrown) {
        if ((await gate.blame(table.table, thrown)) === "batch") throw thrown;
      }
    }
  }
}

export type StoreBatch = ReturnType<typeof createStoreBatch>;

/** Tables that may be inserted at the same time, in the order in which that is to happen. */
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

/** Where a row begins, in bytes from the table's first; behind the last row where the table ends. */
const offsetOf = ({ rowStarts, length }: SavedTable, row: number) => rowStarts[row] ?? length;

/** The trace that a row belongs to: the last one that begins at or before it. */
function traceOf({ traceStarts }: SavedTable, row: number): number {
  let [low, high] = [0, traceStarts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((traceStarts[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The place nearest to the middle where the project changes; undefined within one project. */
function projectBorder(placed: readonly TraceOutcome[], { from, to }: TraceRange): number | undefined {
  const middle = (from + to) >>> 1;
  for (let away = 0; away <= to - from; away++)
    for (const at of [middle - away, middle + away])
      if (at > from && at < to && placed[at]?.projectId !== placed[at - 1]?.projectId) return at;
  return undefined;
}

/** With what ClickHouse itself says: the Failure's own text leaves it out, because it may hold content. */
function reasonOf(thrown: unknown): string {
  const cause = thrown instanceof Error && thrown.cause !== undefined ? `: ${messageOf(thrown.cause)}` : "";
  return `${messageOf(thrown)}${cause}`.slice(0, 500);
}
