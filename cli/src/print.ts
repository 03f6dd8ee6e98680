export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Describes --json. */
export const asApi = "as the API returns it";

export const asJson = (value: unknown): string => JSON.stringify(value, undefined, 2);

/** Formats rows as aligned columns; the last column is not padded. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, index) => Math.max(widest[index] ?? 0, cell.length)),
    [],
  );
  return rows
    .map((row) =>
      row.map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0))).join("  "),
    )
    .map((line) => line.trimEnd())
    .join("\n");
}

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export const oneLine = (text: string, length: number): string => text.replaceAll(/\s+/g, " ").slice(0, length);

/** Reports on standard error that there are more rows; standard output has the list alone. */
export function warnOfMore({ nextCursor }: { readonly nextCursor?: string }, how: string): void {
  if (nextCursor !== undefined) process.stderr.write(`(there are more: ${how})\n`);
}

/** Overwrites one line on standard error, only on a terminal: standard output has the report alone. */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text.slice(0, (process.stderr.columns || 80) - 1)}`);
}

/** Prints a permanent line on standard error, only on a terminal. */
export function printNote(text: string): void {
  if (process.stderr.isTTY) printOutput(text);
}

/** Prints a line of a flow's output on standard error. */
export function printOutput(line: string): void {
  process.stderr.write(`${process.stderr.isTTY ? "\r\u001B[K" : ""}${line.trimEnd()}\n`);
}
