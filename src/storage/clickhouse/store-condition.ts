/** A database that the service uses, and whether it responds. */
export interface StoreCondition {
  readonly name: "clickhouse" | "records";
  readonly isAvailable: boolean;
  /** Since when it is unavailable, Unix milliseconds. */
  readonly since?: number;
  readonly reason?: string;
}

/** Display names of the databases. */
export const storeNames: Readonly<Record<StoreCondition["name"], string>> = {
  clickhouse: "ClickHouse",
  records: "The records database",
};
