import type { ListClause, ListColumn } from "./column.ts";

/** What the rows of a list are held to, of lists that have no query: by the column that a clause names as its field. */
export interface Held {
  readonly field: string;
  readonly value: string;
  readonly isNot: boolean;
}

/** As the address has it: `health:broken,-check:is_json`. */
export const heldOf = (where: string): readonly Held[] =>
  where.split(",").flatMap((part) => {
    const [, not, field, value] = /^(-?)([^:]+):(.*)$/.exec(part) ?? [];
    return field === undefined || value === undefined ? [] : [{ field, value: read(value), isNot: not === "-" }];
  });

export const whereOf = (held: readonly Held[]): string =>
  held.map(({ field, value, isNot }) => `${isNot ? "-" : ""}${field}:${encodeURIComponent(value)}`).join(",");

const isSame = (one: Held, { field, value }: ListClause) => one.field === field && one.value === value;

/** With one more value that rows may have, or may not have; without it where it is there already. */
export function whereAfter(where: string, clause: ListClause, how: "toggled" | "excluding"): string {
  const before = heldOf(where);
  const isNot = how === "excluding";
  const rest = before.filter((one) => !isSame(one, clause));
  const isThere = before.some((one) => isSame(one, clause) && one.isNot === isNot);
  return whereOf(isThere ? rest : [...rest, { field: clause.field, value: clause.value, isNot }]);
}

/** Rows with one of the values in each column that has some, and none of those that they may not have. */
export function rowsWhere<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  where: string,
): readonly Row[] {
  const held = heldOf(where);
  if (held.length === 0) return rows;
  const wanted = [
    ...Map.groupBy(
      held.filter(({ isNot }) => !isNot),
      ({ field }) => field,
    ).values(),
  ];
  return rows.filter((row) => {
    const clauses = columns.flatMap((column) => column.clauses?.(row) ?? []);
    const has = (one: Held) => clauses.some((clause) => isSame(one, clause));
    return wanted.every((any) => any.some(has)) && !held.some((one) => one.isNot && has(one));
  });
}

/** What was written by hand may be cut off. */
function read(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
