import type { DatapointRow } from "../api/types.ts";

/** Places of the rows that hold a text, in any case, in anything that a column can show of them. */
export function rowsWith(rows: readonly DatapointRow[], text: string): readonly number[] {
  const needle = text.toLowerCase();
  if (needle === "") return [];
  return rows.flatMap((row, place) => (textsOf(row).some((one) => one.toLowerCase().includes(needle)) ? [place] : []));
}

/** Times are shown in other words than they are stored in. */
const textsOf = (row: DatapointRow): readonly string[] =>
  Object.entries(row)
    .flatMap(([name, value]) => (name.endsWith("At") ? [] : value))
    .filter((value): value is string => typeof value === "string");
