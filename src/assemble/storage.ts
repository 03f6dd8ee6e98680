import { availableParallelism } from "node:os";
import type { Settings } from "../config/settings.ts";
import { readOrMakeKey } from "../lib/key-file.ts";
import { createSealedBox } from "../lib/sealed-box.ts";
import { querySql } from "../storage/clickhouse/query-sql.ts";
import { openStorage as openClickHouse } from "../storage/clickhouse/storage.ts";
import { openJournal } from "../storage/journal/journal.ts";
import { openRecords } from "../storage/records/open.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { Undo } from "./undo.ts";

/** Opens what remembers: ClickHouse, embedded or served, the records and the journal. Closed by `undo`, backwards. */
export async function openStorage(settings: Settings, telemetry: Telemetry, undo: Undo) {
  const records = await openTheRecords(settings, (cause) =>
    telemetry.emit({
      kind: "records-lost",
      level: "warn",
      message: "the records database was lost",
      facts: { error: cause.message },
    }),
  );
  undo.add(() => records.close());

  const { retentionDays, readSeconds } = settings.limits;
  const clickhouse = await openClickHouse({
    variant: settings.clickhouse,
    retentionDays,
    readSeconds,
    compile: querySql,
    emit: telemetry.emit,
  });
  undo.add(() => clickhouse.stop());

  const journal = await openJournal({
    folder: settings.journalFolder,
    maxBytes: settings.limits.journalBytes,
    reserveBytes: 32 * 2 ** 20,
    now: Date.now,
  });
  undo.add(() => journal.close());
  return { box: boxOf(settings), records, ...clickhouse, ...journal };
}

/** The records alone, with the key that their secrets are sealed by. */
export function openTheRecords(settings: Settings, onLost?: (cause: Error) => void) {
  return openRecords(settings.records, { box: boxOf(settings), ...(onLost ? { onLost } : {}) });
}

const boxOf = ({ secretKey }: Settings) =>
  createSealedBox(secretKey.kind === "given" ? secretKey.keys : [readOrMakeKey(secretKey.file)]);

/** The main thread does I/O and ClickHouse has its own threads: one worker less than there are cores, at least one. */
export const workersOf = ({ workers }: Settings) => workers || Math.max(1, availableParallelism() - 1);

export type OpenStorage = Awaited<ReturnType<typeof openStorage>>;
