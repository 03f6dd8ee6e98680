export const print = (text: string): void => void process.stdout.write(`${text}\n`);

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
