import { Failure, messageOf } from "../../platform/failure.ts";
import type { Range } from "../../platform/paging.ts";
import { refusal } from "../../server/service.ts";
import type { FieldSet } from "../query/index.ts";
import { type Query, requireQuery } from "../query/index.ts";

const dayMs = 24 * 3600 * 1000;

/** Without `to` the range ends now; without `from` it begins 24 hours before its end. */
export function rangeOf(
  { from, to }: { readonly from?: number | undefined; readonly to?: number | undefined },
  now: number,
): Range {
  const end = to ?? now + 1;
  const range = { from: from ?? end - dayMs, to: end };
  if (range.from >= range.to) throw refusal("invalid-request", "from must be before to", "from");
  return range;
}

/** Parses the query of a request; throws a refusal that names the mistake and its column. */
export function queryOf(
  text: string,
  now: number,
  { fields, field = "q" }: { fields: FieldSet; field?: string },
): Query {
  try {
    return requireQuery(text, { now, fields });
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.blame === "caller")
      throw refusal("invalid-query", messageOf(thrown), field);
    throw thrown;
  }
}
