import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { pricesQuery, usageQuery } from "../platform/api/queries.ts";
import type { ListPrice } from "../platform/api/types.ts";
import type { RowKind } from "../platform/list/column.ts";
import { column, type TableColumn, TableList } from "../platform/list/list-table.tsx";
import { useList } from "../platform/list/use-list.ts";
import { countText } from "../platform/ui/format.tsx";
import { Awaited, Section } from "../platform/ui/page.tsx";
import { SettingsPage } from "../platform/ui/settings-page.tsx";

export function PricesPage() {
  const { data, error } = useQuery(pricesQuery);
  const list = useList({ kind, rows: data?.items, columns, unfolds: false });
  return (
    <SettingsPage
      title="Prices"
      about="What tokens cost, in US dollars per million: the providers' list prices. The longest beginning of a model's name decides; a model that is not listed has no cost, never a cost of 0."
    >
      <WithoutPrice />
      <Section title={data ? `${data.items.length} models` : "Models"}>
        <TableList list={list} label="List prices" error={error} toCome={42} />
      </Section>
    </SettingsPage>
  );
}

const kind: RowKind<ListPrice> = { idOf: ({ model }) => model, pageOf: () => undefined };

const classes = { input: "Input", output: "Output", cacheRead: "Cache read", cacheWrite: "Cache write" } as const;
type Class = keyof typeof classes;

const columns: readonly TableColumn<ListPrice>[] = [
  column("model", "Model", ({ model }) => <code>{model}</code>, { text: ({ model }) => model }),
  ...Object.entries(classes).map(
    ([name, title]): TableColumn<ListPrice> => ({
      name,
      title,
      width: 100,
      isNumber: true,
      cell: (price) => priceText(price[name as Class]),
    }),
  ),
];

const priceText = (price: ListPrice["output"]) =>
  price === undefined ? "–" : `$${price.toFixed(Math.max(2, `${price}`.split(".")[1]?.slice(0, 4).length ?? 0))}`;

function WithoutPrice() {
  const { data, error } = useQuery(usageQuery({ q: "", range: "30d", by: "model", buckets: 30 }));
  const missing = (data?.groups ?? []).flatMap(({ name, calls, costUsd }) =>
    name !== undefined && costUsd.every((cost) => cost === null)
      ? [{ name, calls: calls.reduce((sum, count) => sum + count, 0) }]
      : [],
  );
  return (
    <Section title="Called in the last 30 days, without a price">
      <Awaited data={data} error={error} rows={2} />
      {data && missing.length === 0 && (
        <p className="muted">
          {data.groups.length === 0
            ? "No model was called in this time."
            : "None: the cost of every model that was called is known."}
        </p>
      )}
      {missing.length > 0 && (
        <ul className="line">
          {missing.map(({ name, calls }) => (
            <li key={name}>
              <Link to="/datapoints" search={{ q: `model:${JSON.stringify(name)}`, range: "30d" }} className="chip">
                {name} <span className="muted num">{countText(calls)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
