/** A line on standard error that is written over, only for people: standard output holds the report alone. */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text.slice(0, (process.stderr.columns || 80) - 1)}`);
}

/** What stays to be read: on a line of its own. */
export function note(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text.trimEnd()}\n`);
}
