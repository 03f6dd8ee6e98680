import { z } from "zod";
import type { ClickHouse } from "../../storage/index.ts";
import { currentFeedback, responseTarget } from "../clickhouse/feedback-sql.ts";
import { type Feedback, ratings } from "../feedback/feedback.ts";
import type { FeedbackReader } from "../ports/feedback-reader.ts";
import { timeParam, withoutNulls } from "./reads.ts";

const dayMs = 86_400_000;

export function createFeedbackReader({ clickhouse }: { readonly clickhouse: ClickHouse }): FeedbackReader {
  return {
    async feedbackOn(project, { id, traceId, responseId, startedAt }) {
      // The trace's id is in the table's key; without one, the record names the response.
      const where = `trace_id IN {traces:Array(String)} AND at >= {since:DateTime64(3, 'UTC')}`;
      const targets = [id, traceId, ...(responseId === undefined ? [] : [responseTarget(responseId)])];
      const traces = responseId === undefined ? [traceId] : [traceId, ""];
      const rows = await clickhouse.select(
        "read feedback",
        `SELECT target, name, author, score, label, comment, rating, toFloat64(intDiv(time, 1000000)) AS givenAt
         FROM (${currentFeedback(where)}) WHERE target IN {targets:Array(String)} ORDER BY time DESC, name, author LIMIT 200`,
        { project, traces, targets, since: timeParam(startedAt - dayMs) },
      );
      return z
        .array(Stored)
        .parse(rows)
        .map(
          ({ target, author, givenAt, ...rest }): Feedback => ({
            ...withoutNulls(rest),
            ...(author === "" ? {} : { userId: author }),
            at: givenAt,
            ...(target === traceId ? { isOfTrace: true } : {}),
          }),
        );
    },

    async callOfResponse(project, responseId) {
      const rows = await clickhouse.select(
        "find the call of a response",
        `SELECT trace_id AS traceId, span_id AS spanId FROM datapoints
         WHERE project_id = {project:String} AND response_id = {responseId:String} ORDER BY version DESC LIMIT 1`,
        { project, responseId },
      );
      return z.array(z.strictObject({ traceId: z.string(), spanId: z.string() })).parse(rows)[0];
    },
  };
}

const Stored = z.strictObject({
  target: z.string(),
  name: z.string(),
  author: z.string(),
  score: z.number().nullable(),
  label: z.string().nullable(),
  comment: z.string().nullable(),
  rating: z.enum(ratings),
  givenAt: z.number(),
});
