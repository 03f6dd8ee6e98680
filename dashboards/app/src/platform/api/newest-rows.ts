import { rangeOf } from "../ui/time/range.ts";
import { ask } from "./client.ts";
import type { DatapointPage, DatapointRow } from "./types.ts";

interface Asked {
  readonly q: string;
  readonly range: string;
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** The newest that match, at most so many of them: a search that takes long is answered in parts, of which some are empty. */
export async function newestRows({ q, range, limit, ...asked }: Asked): Promise<readonly DatapointRow[]> {
  const rows: DatapointRow[] = [];
  const bounds = rangeOf(range, Date.now());
  let cursor: string | undefined;
  do {
    const query = { q, ...bounds, limit: limit - rows.length, cursor };
    const page = await ask<DatapointPage>("/datapoints", { query, ...asked });
    rows.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined && rows.length < limit);
  return rows;
}
