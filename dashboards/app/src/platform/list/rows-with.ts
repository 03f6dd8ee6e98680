/** Places of the rows of which a text is part of what can be read, in any case. */
export function rowsWith<Row>(
  rows: readonly Row[],
  text: string,
  textsOf: (row: Row) => readonly string[],
): readonly number[] {
  const needle = text.toLowerCase();
  if (needle === "") return [];
  return rows.flatMap((row, place) => (textsOf(row).some((one) => one.toLowerCase().includes(needle)) ? [place] : []));
}

/** All texts of a row, whichever columns are shown; times are shown in other words than they are stored in. */
export const stringsOf = (row: object): readonly string[] =>
  Object.entries(row)
    .flatMap(([name, value]) => (name.endsWith("At") ? [] : value))
    .filter((value): value is string => typeof value === "string");
