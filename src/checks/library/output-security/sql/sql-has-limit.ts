import { defineCheck, property, skipped, z } from "../../definition.ts";
import { evidenceOf, sqlIn } from "../found-code.ts";
import { sqlQuery } from "../shared-properties.ts";
import { sqlStatements } from "./sql-tokens.ts";

export const sqlHasLimit = defineCheck({
  ...sqlQuery,
  name: "sql_has_limit",
  title: "SQL has a row limit",
  description:
    "Every SELECT of the answer or of a tool call that is not an aggregate ends with LIMIT, FETCH FIRST or TOP of at most `max` rows.",
  severity: "minor",
  tier: 3,
  source: "text-to-SQL cost control",
  options: z.strictObject({ max: z.int().positive().default(1000) }),
  evaluate: (subject, { max }) => {
    const selects = sqlIn(subject)
      .flatMap((piece) => sqlStatements(piece.code).map((statement) => ({ piece, ...statement })))
      .filter(({ tokens }) => tokens[0] === "select" || tokens[0] === "with");
    if (selects.length === 0) return skipped("the response holds no SELECT");
    const wrong = selects.find(({ tokens }) => !isAggregate(tokens) && !(limitOf(tokens) <= max));
    return property(
      wrong === undefined,
      wrong
        ? Number.isNaN(limitOf(wrong.tokens))
          ? "a SELECT has no limit"
          : `a limit of ${limitOf(wrong.tokens)} rows, at most ${max}`
        : `${selects.length} queries are limited`,
      wrong ? evidenceOf(subject, wrong.piece, wrong.start, wrong.end - wrong.start) : [],
    );
  },
});

const isAggregate = (tokens: readonly string[]) =>
  /^(?:count|sum|avg|min|max)$/.test(tokens[1] ?? "") && !tokens.includes("group");

/** Returns the rows of the last LIMIT, FETCH FIRST or TOP; NaN without one. */
function limitOf(tokens: readonly string[]): number {
  const at = Math.max(
    tokens.lastIndexOf("limit"),
    tokens.lastIndexOf("top"),
    tokens.lastIndexOf("fetch") + (tokens.includes("fetch") ? 1 : 0),
  );
  if (at < 1) return Number.NaN;
  const rows = [tokens[at + 1], tokens[at + 2]].find((each) => /^\d+$/.test(each ?? ""));
  return rows === undefined
    ? tokens[at] === "first"
      ? 1
      : Number.NaN
    : Number(tokens[at + 2] === "," ? tokens[at + 3] : rows);
}
