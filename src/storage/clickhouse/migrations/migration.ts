export interface SchemaOptions {
  /** Rows older than this are dropped. */
  readonly retentionDays: number;
  /** Fsync every insert and merge: for the embedded engine, whose disk is the only copy. */
  readonly fsync: boolean;
  /**
   * Tables are created on every server of this cluster, with replicated engines, whose paths use the servers' macros
   * {shard} and {replica}; absent: one server. Only one shard is supported.
   */
  readonly cluster?: string;
}

/** A step of the schema. Each statement can be repeated: a process may die between any two. */
export interface Migration {
  /** Ascending, with gaps; never changes once released. */
  readonly id: number;
  readonly name: string;
  statements(options: SchemaOptions): readonly string[];
}
