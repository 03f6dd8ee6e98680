import type { ListClause, ListColumn } from "./column.ts";

/** A filter of a list without a query, by the column that its field names. */
export interface RowFilter {
  readonly field: string;
  readonly value: string;
  readonly isNot: boolean;
}

/** Parses the address parameter: `health:broken,-check:is_json`. */
export const filtersOf = (where: string): readonly RowFilter[] =>
  where.split(",").flatMap((part) => {
    const [, not, field, value] = /^(-?)([^:]+):(.*)$/.exec(part) ?? [];
    return field === undefined || value === undefined ? [] : [{ field, value: read(value), isNot: not === "-" }];
  });

export const whereOf = (filters: readonly RowFilter[]): string =>
  filters.map(({ field, value, isNot }) => `${isNot ? "-" : ""}${field}:${encodeURIComponent(value)}`).join(",");

const isSame = (one: RowFilter, { field, value }: ListClause) => one.field === field && one.value === value;

export function whereAfter(where: string, clause: ListClause, how: "toggled" | "excluding"): string {
  const before = filtersOf(where);
  const isNot = how === "excluding";
  const rest = before.filter((one) => !isSame(one, clause));
  const isThere = before.some((one) => isSame(one, clause) && one.isNot === isNot);
  return whereOf(isThere ? rest : [...rest, { field: clause.field, value: clause.value, isNot }]);
}

/** Returns the rows with one of the wanted values in each filtered column, and none of the excluded ones. */
export function rowsWhere<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  where: string,
): readonly Row[] {
  const filters = filtersOf(where);
  if (filters.length === 0) return rows;
  const wanted = [
    ...Map.groupBy(
      filters.filter(({ isNot }) => !isNot),
      ({ field }) => field,
    ).values(),
  ];
  return rows.filter((row) => {
    const clauses = columns.flatMap((column) => column.clauses?.(row) ?? []);
    const has = (one: RowFilter) => clauses.some((clause) => isSame(one, clause));
    return wanted.every((any) => any.some(has)) && !filters.some((one) => one.isNot && has(one));
  });
}

/** Decodes a value; text with an invalid escape stays unchanged. */
function read(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
