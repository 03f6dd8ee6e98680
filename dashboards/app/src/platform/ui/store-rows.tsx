import { queryOptions } from "@tanstack/react-query";
import { Badge } from "./badges.tsx";

/** The stores as terms and descriptions of a description list. */
export function StoreRows({ stores }: { stores: readonly Store[] }) {
  return stores.map(({ name, ok, detail }) => (
    <div key={name} style={{ display: "contents" }}>
      <dt>{name}</dt>
      <dd>
        <Badge tone={ok ? "ok" : "fail"} sign={ok ? "✓" : "✕"} text={ok ? "answers" : "does not answer"} />{" "}
        <span className="muted">{detail}</span>
      </dd>
    </div>
  ));
}

export interface Store {
  readonly name: string;
  readonly ok: boolean;
  readonly detail?: string;
}

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
