export interface TableBatch {
  readonly table: string;
  readonly rows: number;
  readonly bytes: Uint8Array;
}

/** Rows of one table for one insert; bytes from a file come in chunks. */
export interface TableInsert extends Pick<TableBatch, "table" | "rows"> {
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
}

/**
 * Writes table rows, for stage "store". insert() resolves once ClickHouse holds the rows durably, so that a crash
 * loses none. Inserting rows again is idempotent: they are keyed and versioned. Throws Failure.
 */
export interface TableWriter {
  insert(batch: TableInsert): Promise<void>;
  /**
   * Inserts one trivial row (a tombstone without a project) into the table and reads one row. Resolves to undefined
   * if the engine does both, otherwise to its error. Decides whether a failed batch or the engine is at fault.
   */
  probe(table: string): Promise<{ readonly kind: "away" | "refusing"; readonly reason: string } | undefined>;
}
