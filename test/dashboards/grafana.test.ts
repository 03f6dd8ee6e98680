import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { dashboards } from "../../dashboards/grafana/source/index.ts";
import { seed } from "../support/data/seed.ts";
import { startClickHouse } from "../support/engines/clickhouse-server.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { apiOf, eventually } from "../support/service/service-api.ts";
import { type Chosen, expanded, grafanaDashboards, grafanaFolder } from "./support/grafana.ts";

/** The same limits as the service's own reads. */
const limits = {
  readonly: "2",
  max_execution_time: "10",
  max_memory_usage: "1000000000",
  max_rows_to_read: "200000000",
  max_result_rows: "100000",
};
const folder = temporaryFolder();
let clickhouse: Awaited<ReturnType<typeof startClickHouse>>;
let service: Service;
let everything: Chosen;
beforeAll(async () => {
  clickhouse = await startClickHouse();
  service = await startService({ folder: folder.path, env: { CLICKHOUSE_URL: clickhouse.url } });
  await seed(service);
  await refusals();
  await eventually(
    async () => (await apiOf(service).get("/health")) as { datapoints: number; pipeline: { lagMs: number } },
    ({ datapoints, pipeline: { lagMs } }) => datapoints >= 84 && lagMs === 0,
  );
  everything = {
    variables: { project: ["global"], environment: "$__all", model: "$__all" },
    from: new Date(Date.now() - 86_400_000),
    to: new Date(Date.now() + 180_000),
    intervalSeconds: 300,
  };
});
afterAll(async () => {
  await service.kill("SIGTERM");
  await clickhouse[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const queries = grafanaDashboards.flatMap(({ file, panels }) =>
  panels.flatMap(({ title, targets }) =>
    targets.flatMap(({ rawSql }) => (rawSql === undefined ? [] : [{ file, title, rawSql }])),
  ),
);
const read = (sql: string, chosen = everything) => clickhouse.ask(expanded(sql, chosen), limits);

/** Everything that the API counts, sums or lists from ClickHouse. */
const readsOf = (range: string) => [
  `/datapoints?${range}&limit=200`,
  `/datapoints/histogram?${range}`,
  ...["model", "service", "user", "check"].map((field) => `/datapoints/facets/${field}?${range}`),
  ...["model", "provider"].map((by) => `/usage?${range}&by=${by}`),
  `/usage/latencies?${range}`,
  `/usage/checks?${range}`,
  `/usage/checks/costs?${range}`,
  `/sessions?${range}`,
  "/issues?limit=100",
  "/issues/1/trend?days=7",
  "/issues/1/occurrences",
  "/issues/1/differences",
  "/monitors/status",
];

describe("Grafana dashboards", () => {
  test("match their definitions (npm run grafana)", () => {
    expect(Object.fromEntries(grafanaDashboards.map(({ file, text }) => [file, JSON.parse(text) as unknown]))).toEqual(
      Object.fromEntries(Object.entries(dashboards).map(([name, json]) => [`${name}.json`, json])),
    );
  });

  test("have panels that fill their rows and do not overlap, and data sources that are provisioned", () => {
    const provisioned = parse(readFileSync(join(grafanaFolder, "provisioning/datasources/gaffe.yaml"), "utf8")) as {
      datasources: { uid: string }[];
    };
    const uids = provisioned.datasources.map(({ uid }) => uid);
    for (const { file, panels } of grafanaDashboards) {
      const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
        Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
      );
      expect([file, new Set(cells).size]).toEqual([file, cells.length]);
      const bottom = Math.max(...panels.map(({ gridPos: { y, h } }) => y + h));
      expect([file, cells.length]).toEqual([file, bottom * 24]);
      for (const { targets } of panels) for (const { datasource } of targets) expect(uids).toContain(datasource.uid);
    }
  });

  test("offer projects, environments and models that are there", async () => {
    const { list } = grafanaDashboards[0]!.templating;
    const offered = await Promise.all(
      list.filter(({ type }) => type === "query").map(async ({ name, query }) => [name, (await read(query)).flat()]),
    );
    expect(Object.fromEntries(offered)).toEqual({
      project: ["global"],
      environment: expect.arrayContaining(["(none)", "production", "staging"]),
      model: expect.arrayContaining(["claude-sonnet-4", "gpt-4o"]),
    });
  });

  test("link to pages that Gaffe has", () => {
    const pages = [
      ...readFileSync(join(grafanaFolder, "../app/src/app/pages.ts"), "utf8").matchAll(/"(\/[^"]*)": page\(/g),
    ];
    const known = new Set(pages.map(([, path = ""]) => path.replace(/\$\w+/, "*")));
    const links = grafanaDashboards.flatMap(({ text }) => [
      ...text.matchAll(/"\$\{gaffe\}\/p\/\$\{project\}([^"?]*)/g),
    ]);
    const paths = new Set(links.map(([, path = ""]) => path.replace("${__value.text}", "*")));
    expect(paths.size).toBeGreaterThan(4);
    for (const path of paths) expect([...known, "/"]).toContain(path);
  });

  test.each(queries)("$file: $title is not empty", async ({ rawSql }) => {
    const rows = await read(rawSql);
    expect(rows).not.toEqual([]);
    // Every column has a value in some row.
    const columns = rows[0]!.map((_, column) => rows.map((row) => row[column]));
    const silent = columns.filter((values) => values.every((value) => value === null || value === ""));
    expect(silent.length, JSON.stringify(rows.slice(0, 3))).toBeLessThanOrEqual(mayBeSilent(rawSql));
  });

  test("count what the API counts, in one environment too", async () => {
    const calls = queries.find(({ title }) => title === "Calls")!.rawSql;
    const counted = await clickhouse.ask(
      "SELECT environment, toUInt32(count()) FROM datapoints FINAL GROUP BY environment",
    );
    const staging = counted.find(([name]) => name === "staging")?.[1];
    const chosen = (environment: string[], model: string[] | "$__all" = "$__all") => ({
      ...everything,
      variables: { ...everything.variables, environment, model },
    });
    expect(Number((await read(calls, chosen(["staging"])))[0]?.[0])).toBe(staging);
    expect(Number((await read(calls, chosen(["nowhere's"])))[0]?.[0])).toBe(0);
    const { datapoints } = (await apiOf(service).get("/health")) as { datapoints: number };
    expect(Number((await read(calls))[0]?.[0])).toBe(datapoints);
    for (const { rawSql } of queries) await read(rawSql, chosen(["staging", "production"], ["gpt-4o", "it's"]));
  });

  test("count every call, verdict and finding once when its rows were inserted twice, and so does the API", async () => {
    const comparable = queries.filter(({ rawSql }) => !rawSql.includes("system.parts"));
    // The last digits of sums of fractions depend on the order of rows.
    const cell = (value: unknown): unknown => (typeof value === "number" ? Number(value.toPrecision(9)) : value);
    // Every 30 seconds an issue may begin to spike, a state that no count of rows shows.
    const counted = (key: string, value: unknown) => (key === "spikingSince" ? undefined : cell(value));
    const results = () =>
      Promise.all(
        comparable.map(async ({ rawSql }) => (await read(rawSql)).map((row) => JSON.stringify(row.map(cell))).sort()),
      );
    const api = apiOf(service);
    const range = `from=${everything.from.toISOString()}&to=${everything.to.toISOString()}`;
    const answers = () =>
      Promise.all(readsOf(range).map(async (path) => [path, JSON.stringify(await api.get(path), counted)]));
    const before = { panels: await results(), answers: await answers() };
    await clickhouse.ask("SYSTEM STOP MERGES");
    const rowsOf = async (table: string) => Number((await clickhouse.ask(`SELECT count() FROM ${table}`))[0]?.[0]);
    for (const table of ["payloads", "spans", "verdicts", "findings", "datapoints", "trace_batches"]) {
      const rows = await rowsOf(table);
      expect(rows, table).toBeGreaterThan(0);
      await clickhouse.ask(`INSERT INTO ${table} SELECT * FROM ${table}`);
      expect(await rowsOf(table), table).toBe(2 * rows);
    }
    const after = await results();
    for (const [index, { file, title }] of comparable.entries())
      expect([file, title, after[index]]).toEqual([file, title, before.panels[index]]);
    for (const [index, answer] of (await answers()).entries()) expect(answer).toEqual(before.answers[index]);
  });

  test("query only Prometheus metrics and labels that the service exports", async () => {
    const exposed = await (await fetch(`${service.url}/metrics`, { headers: { "api-key": service.token } })).text();
    const targets = grafanaDashboards.flatMap(({ panels }) => panels.flatMap((panel) => panel.targets));
    const promTargets = targets.filter(({ expr }) => expr !== undefined);
    expect(promTargets.length).toBeGreaterThan(8);
    for (const { expr = "", legendFormat = "" } of promTargets) {
      const [name = ""] = /gaffe_\w+/.exec(expr) ?? [];
      expect(exposed).toContain(`\n# TYPE ${name} `);
      const series = exposed.split("\n").filter((line) => line.startsWith(name));
      // Prometheus itself adds the instance; jobs have no series while none is waiting.
      const labels = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
      if (name.startsWith("gaffe_jobs")) expect(["executor", "state"]).toEqual(expect.arrayContaining(labels));
      else for (const label of labels) if (label !== "instance") expect(series.join()).toContain(`${label}="`);
    }
  });
});

/**
 * Number of columns that may be empty: error names that only some providers report, and what the seeded calls
 * lack.
 */
function mayBeSilent(sql: string): number {
  return /AS code|AS cost\s+FROM verdicts/.test(sql) ? 1 : 0;
}

/** Causes a refused request and a rejected item, so that their counters exist. */
async function refusals(): Promise<void> {
  const headers = { "content-type": "application/json", "api-key": service.token };
  const send = async (body: string) =>
    (await fetch(`${service.url}/v1/traces`, { method: "POST", headers, body })).body?.cancel();
  await send("{");
  await send(
    JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: "", spanId: "", name: "no ids" }] }] }] }),
  );
}
