import { z } from "zod";
import type { Session, SessionReader } from "../../../ports/call-sessions.ts";
import { cursorOf, placeOf } from "./cursor.ts";
import { type ReadNeeds, timeParam, withoutNulls } from "./reads.ts";
import { chartSeconds, inRange, isFailing, matching, oneWeekAtATime } from "./scope-sql.ts";

export function createSessionReader(needs: ReadNeeds): SessionReader {
  const { clickhouse } = needs;
  return {
    async list(scope, { limit, cursor }) {
      const after = cursor === undefined ? undefined : placeOf(cursor);
      const { where, params } = matching(needs, scope);
      const chosen =
        scope.query.kind === "all" ? "" : `AND session_id IN (SELECT session_id FROM datapoints FINAL WHERE ${where})`;
      const rows = await clickhouse.select(
        "list sessions",
        `SELECT ${columns} FROM datapoints FINAL WHERE ${inRange} AND session_id != '' ${chosen} GROUP BY session_id
         ${after ? "HAVING (lastAt, id) < ({afterAt:Float64}, {afterId:String})" : ""}
         ORDER BY lastAt DESC, id DESC LIMIT ${limit + 1} ${oneWeekAtATime}`,
        { ...params, ...(after ? { afterAt: after[0], afterId: after[1] } : {}) },
        { seconds: chartSeconds },
      );
      const items = rows.map(sessionOf);
      const last = items.slice(0, limit).at(-1);
      return {
        items: items.slice(0, limit),
        ...(last && items.length > limit ? { nextCursor: cursorOf([last.lastAt, last.id]) } : {}),
      };
    },

    async get(project, id) {
      const rows = await clickhouse.select(
        "read a session",
        `SELECT ${columns} FROM datapoints FINAL WHERE ${inRange} AND session_id = {id:String} GROUP BY session_id ${oneWeekAtATime}`,
        { project, id, from: timeParam(0), to: timeParam(Number.MAX_SAFE_INTEGER) },
      );
      return rows.map(sessionOf)[0];
    },
  };
}

const columns = `assumeNotNull(session_id) AS id, toFloat64(count()) AS calls,
  toFloat64(countIf(error_type IS NOT NULL)) AS errors,
  toFloat64(countIf(error_type IS NULL AND ${isFailing.replace("id IN", "datapoints.id IN")})) AS failing,
  toFloat64(uniqExact(trace_id)) AS traces, toFloat64(toUnixTimestamp64Milli(min(at))) AS firstAt,
  toFloat64(toUnixTimestamp64Milli(max(at))) AS lastAt,
  groupUniqArray(5)(ifNull(response_model, request_model)) AS models, any(user_id) AS userId,
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
  inputTokens: number,
  outputTokens: number,
  costUsd: number,
  inputPreview: z.string(),
});

function sessionOf(row: unknown): Session {
  const { models, ...rest } = Row.parse(row);
  return { ...withoutNulls(rest), models: models.filter((model) => model !== null) };
}
