import { retrying } from "../../platform/scheduling/retry.ts";
import type { RowReport } from "../ports/testing-stores.ts";
import type { RowResult, RunRow } from "../test-run.ts";

interface ReporterDependencies {
  readonly storeReports: (reports: readonly RowReport[]) => Promise<unknown>;
  /** Has stored results sent to the pipeline in the background. */
  readonly record: () => void;
  readonly signal: AbortSignal;
  readonly emitTrouble: (message: string, thrown: unknown) => void;
}

/**
 * Stores results. Those that arrive during a write are batched into the next one; each is durable when its
 * call resolves. Recording follows asynchronously; settling finds what it misses.
 */
export function createReporter({ storeReports, record, signal, emitTrouble }: ReporterDependencies) {
  let waiting: RowReport[] = [];
  let writing: Promise<void> | undefined;

  return async ({ rowId, repeat }: RunRow, result: RowResult): Promise<void> => {
    waiting.push({ rowId, repeat, result });
    const mine = waiting;
    // The running write has an earlier batch; the next write includes this result.
    await writing?.catch(() => undefined);
    if (waiting === mine && mine.length > 0) {
      writing = write();
      await writing;
    } else await writing;
  };

  async function write(): Promise<void> {
    const reports = waiting;
    waiting = [];
    await retrying(() => storeReports(reports), {
      firstMs: 200,
      maxMs: 5_000,
      signal,
      onFailure: (failure) => emitTrouble("results of a run could not be recorded; it is retried", failure),
    });
    record();
  }
}
