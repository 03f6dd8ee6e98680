import { feedbackEvent, feedbackKeys, ratingLabels, upFrom } from "../feedback/feedback.ts";
import type { FieldType } from "./fields.ts";

/** Query fields about the feedback on a call. */
export const feedbackFields = ["feedback", "feedback.comment", "feedback.score", "feedback.label"] as const;
type FeedbackField = (typeof feedbackFields)[number];

/** What a response id is stored as, next to ids of datapoints and traces. */
const responsePrefix = "response ";
export const responseTarget = (responseId: string): string => `${responsePrefix}${responseId}`;

const textAt = (key: string) => `nullIf(JSONExtractString(facts['${key}']), '')`;
const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(", ");

/**
 * Selects the feedback that counts: of each call, name and user the newest. `target` is the id of the datapoint; of
 * the trace if no span or none of a call is named; or the response's id. Log records of equal key differ only in
 * what was known of their span, so the rows of the event are merged here: FINAL would read the whole table.
 */
export const currentFeedback = (where: string): string => `
  SELECT target, name, author, newest.1 AS score, newest.2 AS label, newest.3 AS comment, newest.5 AS time,
    multiIf(lowerUTF8(ifNull(label, '')) IN (${quoted(ratingLabels.up)}), 'up',
      lowerUTF8(ifNull(label, '')) IN (${quoted(ratingLabels.down)}), 'down',
      isNull(score) OR score > 1, 'other', score >= ${upFrom}, 'up', 'down') AS rating
  FROM (
    SELECT multiIf(isNotNull(call), assumeNotNull(call), trace != '', trace,
        concat('${responsePrefix}', ifNull(${textAt(feedbackKeys.responseId)}, ''))) AS target,
      trace, ifNull(${textAt(feedbackKeys.name)}, '') AS name,
      ifNull(${textAt(feedbackKeys.user)}, ifNull(${textAt("enduser.id")}, '')) AS author,
      argMax(tuple(toFloat64OrNull(facts['${feedbackKeys.score}']), ${textAt(feedbackKeys.label)},
        ${textAt(feedbackKeys.comment)}, facts['${feedbackKeys.removed}'] = 'true', given), given) AS newest
    FROM (
      SELECT trace_id AS trace, span_id, log_id, argMax(tuple(datapoint_id), version).1 AS call, any(attributes) AS facts,
        any(if(time_ns > 0, time_ns, observed_ns)) AS given
      FROM log_records WHERE project_id = {project:String} AND event_name = '${feedbackEvent}' AND ${where}
      GROUP BY trace_id, span_id, log_id
    ) GROUP BY target, trace, name, author
  ) WHERE NOT newest.4`;

/** Feedback is given after its call; the day is for clocks that differ. */
const sinceCall = "at >= {from:DateTime64(3, 'UTC')} - INTERVAL 1 DAY";

const columns: Readonly<Record<FeedbackField, { readonly sql: string; readonly type: FieldType }>> = {
  feedback: { sql: "rating", type: "word" },
  "feedback.comment": { sql: "lowerUTF8(comment)", type: "text" },
  "feedback.score": { sql: "score", type: "number" },
  "feedback.label": { sql: "label", type: "word" },
};

/** A predicate over the row: any feedback on it fulfills a claim. `name` is a placeholder, used where the field has a name. */
export function feedbackSql(
  field: FeedbackField,
  name: string,
  claim: (sql: string, type: FieldType) => string,
): string {
  const { sql, type } = columns[field];
  const named = field === "feedback.score" || field === "feedback.label" ? `name = ${name} AND ` : "";
  // The same text three times is one set for ClickHouse.
  const targets = `(SELECT target FROM (${currentFeedback(sinceCall)}) WHERE ${named}ifNull(${claim(sql, type)}, 0))`;
  const response = `concat('${responsePrefix}', ifNull(response_id, ''))`;
  return `(id IN ${targets} OR trace_id IN ${targets} OR ${response} IN ${targets})`;
}
