/** Data source of a panel's rows. */
const clickhouse = { type: "grafana-clickhouse-datasource", uid: "gaffe-clickhouse" } as const;
const prometheus = { type: "prometheus", uid: "gaffe-prometheus" } as const;

/** Grafana's names of units. */
type Unit = "short" | "percentunit" | "ms" | "s" | "currencyUSD" | "bytes" | "cps";

interface PanelOptions {
  readonly title: string;
  /** Description behind the title's (i), if the title is not enough. */
  readonly about?: string;
  /** In columns of 24. */
  readonly width: number;
  readonly unit?: Unit;
}

interface Metric {
  readonly promql: string;
  readonly legend: string;
}

export type Panel = PanelOptions &
  (
    | { readonly kind: "figure"; readonly sql: string }
    /** Columns of the result: time, then one number each; or a name and a number. */
    | { readonly kind: "lines" | "bars"; readonly sql: string }
    | { readonly kind: "list"; readonly sql: string; readonly columns?: Readonly<Record<string, Column>> }
    | { readonly kind: "metrics"; readonly metrics: readonly Metric[] }
  );

interface Column {
  readonly unit?: Unit;
  /** Path below the project in Gaffe; `${__value.text}` is the value of the cell. */
  readonly link?: string;
}

/** Panels of equal height, side by side. */
interface Row {
  readonly height: number;
  readonly panels: readonly Panel[];
}

export interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly about: string;
  readonly rows: readonly Row[];
}

const inGaffe = "${gaffe}/p/${project}";
const gridWidth = 24;

/** Returns the dashboard JSON for Grafana. */
export function jsonOf({ uid, title, about, rows }: Dashboard, variables: readonly unknown[]): unknown {
  let [id, y] = [0, 0];
  const panels = rows.flatMap(({ height, panels: row }) => {
    let x = 0;
    const placed = row.map((panel) => {
      const gridPos = { x, y, w: panel.width, h: height };
      x += panel.width;
      return { id: ++id, gridPos, ...panelJson(panel) };
    });
    if (x !== gridWidth) throw new Error(`a row of ${title} is ${x} columns wide, not ${gridWidth}`);
    y += height;
    return placed;
  });
  return {
    uid,
    title,
    description: about,
    tags: ["gaffe"],
    schemaVersion: 39,
    version: 1,
    editable: true,
    refresh: "1m",
    time: { from: "now-24h", to: "now" },
    links: [
      { type: "link", title: "Gaffe", icon: "external link", url: `${inGaffe}/`, targetBlank: true },
      {
        type: "dashboards",
        title: "More of Gaffe",
        tags: ["gaffe"],
        asDropdown: true,
        keepTime: true,
        includeVars: true,
      },
    ],
    templating: { list: variables },
    panels,
  };
}

function panelJson(panel: Panel) {
  const { title, about, unit = "short" } = panel;
  const common = {
    title,
    ...(about === undefined ? {} : { description: about }),
    datasource: panel.kind === "metrics" ? prometheus : clickhouse,
  };
  const defaults = { unit };
  switch (panel.kind) {
    case "figure":
      return {
        ...common,
        type: "stat",
        targets: [target(panel.sql, "table")],
        fieldConfig: { defaults, overrides: [] },
        options: { reduceOptions: { calcs: ["lastNotNull"] }, colorMode: "none", graphMode: "none" },
      };
    case "lines":
    case "bars":
      return {
        ...common,
        type: "timeseries",
        targets: [target(panel.sql, "timeseries")],
        fieldConfig: { defaults: { ...defaults, custom: drawn(panel.kind) }, overrides: [] },
      };
    case "list":
      return {
        ...common,
        type: "table",
        targets: [target(panel.sql, "table")],
        fieldConfig: { defaults, overrides: Object.entries(panel.columns ?? {}).map(columnJson) },
      };
    case "metrics":
      return {
        ...common,
        type: "timeseries",
        targets: panel.metrics.map(({ promql, legend }, index) => ({
          refId: String.fromCharCode("A".charCodeAt(0) + index),
          datasource: prometheus,
          expr: promql,
          legendFormat: legend,
        })),
        fieldConfig: { defaults: { ...defaults, custom: drawn("lines") }, overrides: [] },
      };
    default:
      throw new Error(`there is no panel of the kind ${String(panel satisfies never)}`);
  }
}

const target = (sql: string, queryType: "table" | "timeseries") => ({
  refId: "A",
  datasource: clickhouse,
  editorType: "sql",
  queryType,
  // The plugin's number for the same format.
  format: queryType === "timeseries" ? 0 : 1,
  rawSql: sql.trim().replaceAll(/\n\s+/g, "\n"),
});

const drawn = (as: "lines" | "bars") =>
  as === "bars"
    ? { drawStyle: "bars", fillOpacity: 80, lineWidth: 0, stacking: { mode: "normal", group: "A" } }
    : { drawStyle: "line", fillOpacity: 0, lineWidth: 2, spanNulls: true };

const columnJson = ([name, { unit, link }]: [string, Column]) => ({
  matcher: { id: "byName", options: name },
  properties: [
    ...(unit === undefined ? [] : [{ id: "unit", value: unit }]),
    ...(link === undefined
      ? []
      : [{ id: "links", value: [{ title: "Show in Gaffe", url: `${inGaffe}${link}`, targetBlank: true }] }]),
  ],
});
