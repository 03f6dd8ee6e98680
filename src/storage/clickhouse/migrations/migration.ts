/** What the statements of a migration depend on. */
export interface SchemaOptions {
  /** Rows older than this are dropped. */
  readonly retentionDays: number;
  /** Fsync every insert and merge: for the embedded engine, whose disk is the only copy. */
  readonly fsync: boolean;
  /**
   * Tables are made on every server of this cluster, with replicated engines, whose paths are made of the servers' own
   * macros {shard} and {replica}; absent: one server. One shard: nothing here reads from several.
   */
  readonly cluster?: string;
}

/** A step of the schema. Statements can each be run again: a process may die between any two of them. */
export interface Migration {
  /** Counts up, with gaps; never changes once released. */
  readonly id: number;
  readonly name: string;
  statements(options: SchemaOptions): readonly string[];
}
