/** Returns the indexes of the rows that contain the text, ignoring case. */
export function rowsWith<Row>(
  rows: readonly Row[],
  text: string,
  textsOf: (row: Row) => readonly string[],
): readonly number[] {
  const needle = text.toLowerCase();
  if (needle === "") return [];
  return rows.flatMap((row, index) => (textsOf(row).some((one) => one.toLowerCase().includes(needle)) ? [index] : []));
}

/** Returns all texts of a row, except times, which are displayed in another format. */
export const stringsOf = (row: object): readonly string[] =>
  Object.entries(row)
    .flatMap(([name, value]) => (/(At|Time)$/.test(name) ? [] : value))
    .filter((value): value is string => typeof value === "string");
