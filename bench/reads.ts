/**
 * Measures how long the pages of the app wait for their data: fills a separate embedded ClickHouse with
 * datapoints of the last 30 days and calls the readers as the API does. The baseline of each measurement is
 * the simplest statement over the same rows of the same table, in the same run.
 *  node bench/reads.ts [millions of datapoints, default 1] [verdicts per datapoint, default 4]
 */
import { querySql } from "../src/datapoints/clickhouse/query-sql.ts";
import { bucketsOf } from "../src/datapoints/lists/buckets.ts";
import type { RowOrder } from "../src/datapoints/ports/datapoint-reader.ts";
import { datapointFields, requireQuery } from "../src/datapoints/query/index.ts";
import { asDatapointId, asIssueId, globalProject } from "../src/platform/ids.ts";
import { openTestStorage } from "../test/support/engines/clickhouse.ts";

const millions = Number(process.argv[2] ?? 1);
const verdictsOfEach = Number(process.argv[3] ?? 4);
/** Occurrence counts of the two issues that are compared. */
const sizes = [50, 50_000] as const;
const flawed = "random % 11 = 0";
/** Draws a log-normal value by Box-Muller: most metrics of calls have a few values far above the median. */
const spread = (middle: number, width: number, seed: number) =>
  `exp(${middle} + ${width} * sqrt(-2 * log((cityHash64(n, ${seed}) % 1000000 + 1) / 1000001))
  * cos(2 * pi() * (cityHash64(n, ${seed + 1}) % 1000000) / 1000000))`;
/** Model latency: half of the calls within 1.5 s, one in twenty over 5 s, and rarely one of a minute. */
const latency = spread(7.3, 0.8, 1);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const now = Date.now();

const storage = await openTestStorage({ readSeconds: 10, compile: querySql });
process.once("SIGINT", () => void close().then(() => process.exit(1)));

try {
  await fill();
  await writeHourlyRollups();
  await measure();
} finally {
  await close();
}

async function close(): Promise<void> {
  await storage[Symbol.asyncDispose]();
}

async function fill(): Promise<void> {
  const rowsAtOnce = 250_000;
  const total = millions * 1_000_000;
  const began = Date.now();
  for (let from = 0; from < total; from += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, total - from);
    await storage.clickhouse.command("fill datapoints", datapointsSql(from, rows, total));
    await storage.clickhouse.command("fill verdicts", verdictsSql(from, rows, total));
    await storage.clickhouse.command("fill findings", findingsSql(from, rows, total));
    for (const many of sizes) await storage.clickhouse.command("fill an issue", issueSql(from, rows, total, many));
    if ((from / rowsAtOnce) % 4 === 0) console.log(`  ${((from + rows) / 1e6).toFixed(2)} M stored`);
  }
  console.log(
    `${millions} M datapoints, ${millions * verdictsOfEach} M verdicts in ${Math.round((Date.now() - began) / 1000)} s`,
  );
}

/** Row `n` of `total`: its time within the last 30 days, its id, and columns drawn from its random number. */
function row(from: number, rows: number, total: number): string {
  return `
  SELECT number + ${from} AS n, cityHash64(n) AS random,
    fromUnixTimestamp64Milli(toInt64(${now - 30 * dayMs} + n * ${(30 * dayMs) / total}), 'UTC') AS at,
    substring(base64URLEncode(unhex(hex(MD5(toString(n))))), 1, 22) AS id
  FROM numbers(${rows})`;
}

function datapointsSql(from: number, rows: number, total: number): string {
  return `INSERT INTO datapoints (project_id, at, id, version, is_deleted, trace_id, span_id, span_ids, source, convention,
      operation, started_at, ended_at, duration_ms, time_to_first_token_ms, provider, request_model, response_model,
      finish_reasons, input_tokens, output_tokens, cost_usd, cost_complete, error_type, session_id, user_id, service,
      environment, release, tags, input_preview, output_preview, input_text, output_text)
    SELECT 'global', at, id, 1, 0, lower(hex(MD5(id))), lower(hex(random)), [lower(hex(random))], 'otlp', 'otel-genai',
      'chat', at, at, ${latency}, 100 + random % 400, ['openai', 'anthropic', 'google'][1 + random % 3] AS vendor,
      concat(vendor, '-', toString(random % 5)), concat(vendor, '-', toString(random % 5)), ['stop'],
      round(${spread(6.8, 1, 3)}) AS input, round(${spread(5.5, 0.7, 5)}) AS output,
      (input * 2.5 + output * 10) / 1e6, true,
      if(random % 37 = 0, 'rate_limited', NULL), concat('session-', toString(intDiv(n, 6))),
      concat('user-', toString(random % 20000)), ['bot', 'search', 'triage'][1 + random % 3],
      if(random % 6 = 0, 'staging', 'production'), concat('1.', toString(intDiv(n * 20, ${total}))), [],
      concat('Where is my order ', toString(random % 100000), '? It was due last week and nobody answers.'),
      'It left the depot this morning and will be with you tomorrow by noon.',
      concat('where is my order ', toString(random % 100000), '? it was due last week and nobody answers.'),
      'it left the depot this morning and will be with you tomorrow by noon.'
    FROM (${row(from, rows, total)}) SETTINGS exclude_materialize_skip_indexes_on_insert = 'input_grams, output_grams, error_grams', max_insert_block_size = 1000000`;
}

function verdictsSql(from: number, rows: number, total: number): string {
  return `INSERT INTO verdicts (project_id, at, datapoint_id, check, check_version, options, version, is_deleted, state,
      value_is_boolean, evidence, monitor_ids, duration_ms, judged_at)
    SELECT 'global', at, id, concat('check_', toString(which)), 1, 'o', 1, 0,
      if(which = 0 AND ${flawed}, 'failed', 'passed'), true, '[]', ['m'], 0.1, at
    FROM (${row(from, rows, total)}) ARRAY JOIN range(${verdictsOfEach}) AS which`;
}

function findingsSql(from: number, rows: number, total: number): string {
  return `INSERT INTO findings (project_id, at, issue_id, datapoint_id, check, monitor_id, version, is_deleted, kind,
      severity, title, explanation, evidence)
    SELECT 'global', at, concat('issue-', toString(random % 40)), id, 'check_0', 'm', 1, 0, 'behavior', 'major', 't', 'e', '[]'
    FROM (${row(from, rows, total)}) WHERE ${flawed}`;
}

/** An issue with `many` occurrences, spread evenly over the month. */
function issueSql(from: number, rows: number, total: number, many: number): string {
  return `INSERT INTO findings (project_id, at, issue_id, datapoint_id, check, monitor_id, version, is_deleted, kind,
      severity, title, explanation, evidence)
    SELECT 'global', at, 'of ${many}', id, 'check_1', 'm', 1, 0, 'behavior', 'major', 't',
      concat('It promises what the policy does not know of, case ', id), '[]'
    FROM (${row(from, rows, total)}) WHERE n % ${Math.max(1, Math.floor(total / many))} = 0`;
}

/** Writes the hourly rollups, as the service does ten minutes later. */
async function writeHourlyRollups(): Promise<void> {
  for (const sql of [
    "CREATE TABLE aged ENGINE = Memory AS SELECT * REPLACE (version - 600000000 AS version) FROM hour_watermarks FINAL",
    "TRUNCATE TABLE hour_watermarks",
    "INSERT INTO hour_watermarks SELECT * FROM aged",
    "DROP TABLE aged",
  ])
    await storage.clickhouse.command("let time pass", sql);
  const began = Date.now();
  let hours = 0;
  for (let written = 1; written > 0; hours += written) written = await storage.hours.run();
  console.log(`metrics of ${hours} hours worked out in ${Math.round((Date.now() - began) / 1000)} s`);
}

async function measure(): Promise<void> {
  const scope = (q: string, days: number) => ({
    project: globalProject,
    query: requireQuery(q, { now, fields: datapointFields }),
    range: { from: now - days * dayMs, to: now + 1 },
  });
  const list =
    (q: string, days: number, order: RowOrder = "newest") =>
    () => {
      const { project, query, range } = scope(q, days);
      // The app requests this many rows per page. Other orders get fewer, because their rows lie far apart.
      const limit = order === "newest" || order === "oldest" ? 100 : 25;
      return storage.datapoints.list(project, query, range, { limit, order });
    };
  const { overview, callSessions } = storage;
  const buckets = (days: number, count: number) => bucketsOf(scope("", days).range, count);
  const bare = (columns: string, days: number, rest = "") =>
    storage.clickhouse.select(
      "look barely",
      `SELECT ${columns} FROM datapoints WHERE project_id = 'global' AND at >= now() - INTERVAL ${days} DAY ${rest}`,
    );

  console.log("\n                                          p50 ms   p95 ms   baseline ms");
  const newest = () => bare("id, at", 1, "ORDER BY at DESC LIMIT 200");
  const counted = (days: number) => () => bare("count()", days);
  const scanned = (days: number) => () => bare("sum(duration_ms), uniq(response_model)", days);
  await time("list, newest of 24 h", list("", 1), newest);
  await time("list, newest of 30 days", list("", 30), newest);
  await time("list, model and latency, 30 days", list("model:openai-1 latency:>5s", 30), newest);
  await time("list, a failed check, 24 h", list("check.check_0:fail", 1), newest);
  await time("list, slowest of 24 h", list("", 1, "slowest"), scanned(1));
  await time("list, slowest of 30 days", list("", 30, "slowest"), scanned(30));
  await time("list, costliest of 30 days", list("", 30, "costliest"), scanned(30));
  await time("list, most tokens of 30 days", list("", 30, "longest"), scanned(30));
  await time("list, slowest of a model, 30 days", list("model:openai-1", 30, "slowest"), scanned(30));
  await time("list, oldest of 30 days", list("", 30, "oldest"), newest);
  await time("histogram, 24 h", () => overview.histogram(scope("", 1), buckets(1, 90)), counted(1));
  await time("histogram, 30 days", () => overview.histogram(scope("", 30), buckets(30, 90)), counted(30));
  for (const field of ["model", "status", "check", "user"] as const) {
    await time(`facet ${field}, 24 h`, () => overview.facet(scope("", 1), field, 30), scanned(1));
    await time(`facet ${field}, 30 days`, () => overview.facet(scope("", 30), field, 30), scanned(30));
  }
  await time("usage, 24 h", () => overview.usage(scope("", 1), buckets(1, 96)), scanned(1));
  await time("usage, 30 days", () => overview.usage(scope("", 30), buckets(30, 96)), scanned(30));
  await time(
    "usage of a model, 30 days",
    () => overview.usage(scope("model:openai-1", 30), buckets(30, 96)),
    scanned(30),
  );
  await time("usage by model, 30 days", () => overview.usage(scope("", 30), buckets(30, 48), "model"), scanned(30));
  await time("latencies, 30 days", () => overview.latencies(scope("", 30), buckets(30, 72)), scanned(30));
  await time(
    "checks, 7 days",
    () => {
      const { project, range } = scope("", 7);
      return overview.checkResults(project, range, bucketsOf(range, 14));
    },
    scanned(7),
  );
  await time(
    "checks, 30 days",
    () => {
      const { project, range } = scope("", 30);
      return overview.checkResults(project, range, bucketsOf(range, 14));
    },
    scanned(30),
  );
  await time("sessions, 24 h", () => callSessions.list(scope("", 1), { limit: 100 }), scanned(1));
  await time("sessions, 30 days", () => callSessions.list(scope("", 30), { limit: 100 }), scanned(30));
  const { findings, datapoints } = storage;
  const issues = Array.from({ length: 40 }, (_, n) => ({ id: asIssueId(`issue-${n}`), mergedIds: [] }));
  const steps = { from: now - dayMs, stepMs: hourMs, count: 24 };
  const found = () => storage.clickhouse.select("look barely", "SELECT count(), uniq(datapoint_id) FROM findings");
  await time(
    "issues: occurrences, users, 24 hours each",
    () => Promise.all([findings.counts(globalProject, issues), findings.trend(globalProject, issues, steps)]),
    found,
  );
  await time(
    "occurrences of an issue",
    () => findings.occurrences(globalProject, issues[0] ?? { id: asIssueId(""), mergedIds: [] }, { limit: 200 }),
    found,
  );
  for (const many of sizes) {
    const issue = { id: asIssueId(`of ${many}`), mergedIds: [] };
    const month = { from: now - 30 * dayMs, stepMs: dayMs, count: 30 };
    await time(`issue of ${many}: counts`, () => findings.counts(globalProject, [issue]), found);
    await time(`issue of ${many}: 30 days`, () => findings.trend(globalProject, [issue], month), found);
    await time(`issue of ${many}: occurrences`, () => findings.occurrences(globalProject, issue, { limit: 50 }), found);
    await time(`issue of ${many}: list of 24 h`, list(`issue:"of ${many}"`, 1), scanned(1));
    await time(`issue of ${many}: list of 30 days`, list(`issue:"of ${many}"`, 30), scanned(30));
  }
  const { items } = await datapoints.list(globalProject, scope("", 1).query, scope("", 1).range, { limit: 1 });
  const newestId = items[0]?.id ?? asDatapointId("");
  await time("a datapoint", () => datapoints.get(globalProject, newestId), newest);
}

/** Times 12 calls after one warm-up call. A rejected read is reported with its reason. */
async function time(name: string, request: () => Promise<unknown>, baseline: () => Promise<unknown>): Promise<void> {
  try {
    const [measuredMs, base] = [await times(request), await times(baseline)];
    console.log(`${name.padEnd(40)} ${at(measuredMs, 0.5)} ${at(measuredMs, 0.95)} ${at(base, 0.5)}`);
  } catch (thrown) {
    console.log(`${name.padEnd(40)} ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}

async function times(request: () => Promise<unknown>): Promise<readonly number[]> {
  await request();
  const measuredMs: number[] = [];
  for (let round = 0; round < 12; round++) {
    const began = performance.now();
    await request();
    measuredMs.push(performance.now() - began);
  }
  return measuredMs.sort((left, right) => left - right);
}

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0).padStart(8);
}
