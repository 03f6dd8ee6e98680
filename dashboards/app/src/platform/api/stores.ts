import { queryOptions } from "@tanstack/react-query";

/** A part of the service that it cannot do without. */
export interface Store {
  readonly name: string;
  readonly ok: boolean;
  /** What it says of itself. */
  readonly detail?: string;
}

/** What people call the parts that /readyz names. */
const names: Readonly<Record<string, string>> = {
  records: "Settings and issues",
  clickhouse: "Datapoints (ClickHouse)",
};

/** Whether the service's stores answer, told beside the API: it may be the API that does not. */
export const storesQuery = queryOptions({
  queryKey: ["readyz"],
  queryFn: async (): Promise<readonly Store[]> => {
    const told = (await (await fetch("/readyz")).json()) as {
      dependencies?: Readonly<Record<string, { readonly ok: boolean; readonly reason?: string }>>;
    };
    return Object.entries(told.dependencies ?? {}).map(([name, { ok, reason }]) => ({
      name: names[name] ?? name,
      ok,
      ...(reason === undefined ? {} : { detail: reason }),
    }));
  },
});
