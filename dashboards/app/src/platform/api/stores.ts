import { queryOptions } from "@tanstack/react-query";

/** A dependency that the service requires. */
export interface Store {
  readonly name: string;
  readonly ok: boolean;
  /** The reason that it reports. */
  readonly detail?: string;
}

/** Display names of the dependencies in /readyz. */
const names: Readonly<Record<string, string>> = {
  records: "Settings and issues",
  clickhouse: "Datapoints (ClickHouse)",
};

/** The health of the service's stores, read outside the API because the API itself may be down. */
export const storesQuery = queryOptions({
  queryKey: ["readyz"],
  queryFn: async (): Promise<readonly Store[]> => {
    const readiness = (await (await fetch("/readyz")).json()) as {
      dependencies?: Readonly<Record<string, { readonly ok: boolean; readonly reason?: string }>>;
    };
    return Object.entries(readiness.dependencies ?? {}).map(([name, { ok, reason }]) => ({
      name: names[name] ?? name,
      ok,
      ...(reason === undefined ? {} : { detail: reason }),
    }));
  },
});
