import { z } from "zod";
import { sources } from "../../otlp/index.ts";
import type { Session, SessionReader } from "../ports/call-sessions.ts";
import type { Scope } from "../ports/scope.ts";
import { cursorOf, positionOf } from "./cursor.ts";
import { type ReaderDependencies, timeParam, withoutNulls } from "./reads.ts";
import { chartShare, inRange, isFailing, matching, oneWeekAtATime, rangeParams } from "./scope-sql.ts";

export function createSessionReader(dependencies: ReaderDependencies): SessionReader {
  return {
    async list(scope, { limit, cursor }) {
      const after = cursor === undefined ? undefined : lastOf(positionOf(cursor));
      const found = await newestSessions(dependencies, scope, after, limit + 1);
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: await sessionsOf(
          dependencies,
          scope,
          shown.map(({ id }) => id),
        ),
        ...(last && found.length > limit ? { nextCursor: cursorOf([last.lastAt, last.id]) } : {}),
      };
    },

    async get(project, id) {
      const range = { from: 0, to: Number.MAX_SAFE_INTEGER };
      return (await sessionsOf(dependencies, { project, range }, [id]))[0];
    },
  };
}

const Last = z.strictObject({ id: z.string(), lastAt: z.number() });
type Last = z.infer<typeof Last>;

const lastOf = ([lastAt, id]: readonly [number, string]): Last => ({ lastAt, id });

const firstWindowMs = 3_600_000;

/**
 * Finds the sessions with the newest last call in time windows of growing length: a session that called in a
 * window and not after it made its last call there. A filter can match any call of a session, so it reads the
 * whole range.
 */
async function newestSessions(
  dependencies: ReaderDependencies,
  scope: Scope,
  after: Last | undefined,
  limit: number,
): Promise<readonly Last[]> {
  const { range, query } = scope;
  const found: Last[] = [];
  const { where, params } = matching(dependencies, scope);
  const chosen =
    query.kind === "all" ? "" : `AND session_id IN (SELECT session_id FROM datapoints FINAL WHERE ${where})`;
  let to = Math.min(range.to, (after?.lastAt ?? Number.POSITIVE_INFINITY) + 1);
  for (let windowMs = firstWindowMs; to > range.from && found.length < limit; windowMs *= 24) {
    const from = query.kind === "all" ? Math.max(range.from, to - windowMs) : range.from;
    const rows = await dependencies.clickhouse.select(
      "list sessions",
      `SELECT assumeNotNull(session_id) AS id, toFloat64(toUnixTimestamp64Milli(max(at))) AS lastAt
       FROM datapoints FINAL WHERE ${inRange} AND at >= {begin:DateTime64(3, 'UTC')} AND at < {end:DateTime64(3, 'UTC')}
         AND session_id != '' ${chosen}
         AND session_id NOT IN (SELECT session_id FROM datapoints FINAL
           WHERE ${inRange} AND at >= {end:DateTime64(3, 'UTC')} AND session_id != '')
       GROUP BY session_id
       ${after ? "HAVING (lastAt, id) < ({afterAt:Float64}, {afterId:String})" : ""}
       ORDER BY lastAt DESC, id DESC LIMIT ${limit - found.length} ${oneWeekAtATime}`,
      {
        ...params,
        begin: timeParam(from),
        end: timeParam(to),
        ...(after ? { afterAt: after.lastAt, afterId: after.id } : {}),
      },
      { share: chartShare },
    );
    found.push(...z.array(Last).parse(rows));
    to = from;
  }
  return found;
}

const Extent = z.tuple([z.strictObject({ calls: z.number(), from: z.number(), last: z.number() })]);

/**
 * Returns sessions, newest first. Calls and findings are read only from the time in which these sessions were
 * active.
 */
async function sessionsOf(
  { clickhouse }: ReaderDependencies,
  scope: Pick<Scope, "project" | "range">,
  ids: readonly string[],
): Promise<readonly Session[]> {
  if (ids.length === 0) return [];
  const ofThese = `${inRange} AND session_id IN {ids:Array(String)}`;
  const limits = { share: chartShare };
  const extents = await clickhouse.select(
    "find when sessions called",
    `SELECT toFloat64(count()) AS calls, toFloat64(toUnixTimestamp64Milli(min(at))) AS from,
       toFloat64(toUnixTimestamp64Milli(max(at))) AS last FROM datapoints WHERE ${ofThese}`,
    { ...rangeParams(scope), ids },
    limits,
  );
  const [{ calls, from, last }] = Extent.parse(extents);
  if (calls === 0) return [];
  const rows = await clickhouse.select(
    "read sessions",
    `SELECT ${columns} FROM datapoints FINAL WHERE ${ofThese} GROUP BY session_id ORDER BY lastAt DESC, id DESC ${oneWeekAtATime}`,
    { ...rangeParams({ project: scope.project, range: { from, to: last + 1 } }), ids },
    limits,
  );
  return rows.map(sessionOf);
}

const columns = `assumeNotNull(session_id) AS id, toFloat64(count()) AS calls,
  toFloat64(countIf(error_type IS NOT NULL)) AS errors,
  toFloat64(countIf(error_type IS NULL AND ${isFailing.replace("id IN", "datapoints.id IN")})) AS failing,
  toFloat64(uniqExact(trace_id)) AS traces, toFloat64(toUnixTimestamp64Milli(min(at))) AS firstAt,
  toFloat64(toUnixTimestamp64Milli(max(at))) AS lastAt,
  groupUniqArray(5)(ifNull(response_model, request_model)) AS models, any(user_id) AS userId,
  arraySort(groupUniqArray(toString(source))) AS sources,
  sum(input_tokens) AS inputTokens, sum(output_tokens) AS outputTokens, sum(cost_usd) AS costUsd,
  argMin(input_preview, at) AS inputPreview`;

const number = z.number().nullable();
const Row = z.strictObject({
  id: z.string(),
  calls: z.number(),
  errors: z.number(),
  failing: z.number(),
  traces: z.number(),
  firstAt: z.number(),
  lastAt: z.number(),
  models: z.array(z.string().nullable()),
  userId: z.string().nullable(),
  sources: z.array(z.enum(sources)),
  inputTokens: number,
  outputTokens: number,
  costUsd: number,
  inputPreview: z.string(),
});

function sessionOf(row: unknown): Session {
  const { models, ...rest } = Row.parse(row);
  return { ...withoutNulls(rest), models: models.filter((model) => model !== null) };
}
