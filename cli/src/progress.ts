/** Overwrites one line on standard error, only on a terminal: standard output has the report alone. */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text.slice(0, (process.stderr.columns || 80) - 1)}`);
}

/** Prints a permanent line on standard error. */
export function printNote(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text.trimEnd()}\n`);
}
