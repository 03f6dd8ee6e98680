/** Absent is an empty cell. */
export type Cell = string | number | boolean | undefined;

/**
 * Returns one line of a CSV file (RFC 4180). Text that a spreadsheet would interpret as a formula is prefixed with
 * an apostrophe.
 */
export function csvLine(values: readonly Cell[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}

function cell(value: Cell): string {
  if (value === undefined) return "";
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
