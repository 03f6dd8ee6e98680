import { rangeOf } from "../ui/time/range.ts";
import { callApi } from "./client.ts";
import type { DatapointRow } from "./types.ts";

interface NewestRowsOptions {
  readonly q: string;
  readonly range: string;
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** Returns the newest matching rows, up to `limit`. A slow search responds in pages, some of which are empty. */
export async function newestRows({ q, range, limit, ...options }: NewestRowsOptions): Promise<readonly DatapointRow[]> {
  const rows: DatapointRow[] = [];
  const bounds = rangeOf(range, Date.now());
  let cursor: string | undefined;
  do {
    const query = { q, ...bounds, limit: limit - rows.length, cursor };
    const page = await callApi("GET /datapoints", { query, ...options });
    rows.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined && rows.length < limit);
  return rows;
}
