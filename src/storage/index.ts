export type { ClickHouse, Params } from "./clickhouse/client.ts";
export type { StoreCondition } from "./clickhouse/store-condition.ts";
export { derivedTables, expiringTables, type Table } from "./clickhouse/tables.ts";
export { traceKey, traceKeyHalves } from "./clickhouse/trace-key.ts";
export type { Handles } from "./handles.ts";
export type {
  BatchMember,
  DeadLetter,
  DeadLetterQueue,
  Entry,
  EntryHead,
  Journal,
  JournalDamage,
  NewDeadLetter,
  NewResult,
  ProjectBacklog,
  ResultLocation,
  SavedResult,
  Seq,
  Strike,
  WriteBatch,
  WriteBatchStore,
} from "./ports/journal.ts";
export type { ProjectChanges } from "./ports/project-changes.ts";
export type { Replicas } from "./ports/replicas.ts";
export type { TableBatch, TableInsert, TableWriter } from "./ports/table-writer.ts";
export type { IssueRemainder, RecordRemoval, RemovedCounts } from "./records/record-removal.ts";
export type { Tables } from "./records/tables.ts";
