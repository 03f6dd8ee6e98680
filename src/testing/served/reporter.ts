import { retrying } from "../../platform/scheduling/retry.ts";
import type { RowReport } from "../ports/offline.ts";
import type { RowResult, RunRow } from "../test-run.ts";

interface Needs {
  readonly keep: (reports: readonly RowReport[]) => Promise<unknown>;
  /** Puts what is kept on the line. */
  readonly record: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly troubled: (message: string, thrown: unknown) => void;
}

/**
 * Brings results home. Those that come while others are being written are written together with the next; each is on
 * disk when its call resolves. Recording follows behind and holds up nobody: what it misses, settling finds.
 */
export function createReporter({ keep, record, signal, troubled }: Needs) {
  let waiting: RowReport[] = [];
  let writing: Promise<void> | undefined;
  let recording: Promise<void> | undefined;
  let isMoreToRecord = false;

  return async ({ rowId, repeat }: RunRow, result: RowResult): Promise<void> => {
    waiting.push({ rowId, repeat, result });
    const mine = waiting;
    // What is being written now was gathered before; the next write has this one with it.
    await writing?.catch(() => undefined);
    if (waiting === mine && mine.length > 0) {
      writing = write();
      await writing;
    } else await writing;
  };

  async function write(): Promise<void> {
    const reports = waiting;
    waiting = [];
    await retrying(() => keep(reports), {
      firstMs: 200,
      maxMs: 5_000,
      signal,
      onFailure: (failure) => troubled("the records do not take results of a run; it is tried again", failure),
    });
    isMoreToRecord = true;
    recording ??= recordAll().finally(() => {
      recording = undefined;
    });
  }

  async function recordAll(): Promise<void> {
    while (isMoreToRecord) {
      isMoreToRecord = false;
      await record().catch((thrown: unknown) =>
        troubled("results of a run are not on the line yet; it is tried again", thrown),
      );
    }
  }
}
