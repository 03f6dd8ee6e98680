/** Tables whose rows expire, in the reverse order of inserting them. */
export const expiringTables = [
  "trace_batches",
  "datapoints",
  "payloads",
  "spans",
  "log_records",
  "verdicts",
  "findings",
  "media",
] as const;
export type Table = (typeof expiringTables)[number];

/** Tables that are computed from others; they expire with them. */
export const derivedTables = ["hour_watermarks", "hourly_usage", "hourly_checks"] as const;
