export const formats = ["jsonl", "csv"] as const;

export type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** Columns of CSV: a field of the row, or one of its members. */
const columns = [
  "id",
  "traceId",
  "startedAt",
  "partitionTime",
  "source",
  "operation",
  "provider",
  "requestModel",
  "responseModel",
  "errorType",
  "durationMs",
  "timeToFirstTokenMs",
  "usage.inputTokens",
  "usage.outputTokens",
  "costUsd",
  "finishReasons",
  "sessionId",
  "userId",
  "service",
  "environment",
  "release",
  "tags",
  "verdicts.passed",
  "verdicts.failed",
  "inputPreview",
  "outputPreview",
  "errorMessage",
] as const;

export const csvHead = (): string => `${columns.map((column) => column.replace(/^.*\./, "")).join(",")}\r\n`;

/** Formats one page of rows. */
export function linesOf(rows: readonly Row[], format: (typeof formats)[number]): string {
  if (format === "jsonl") return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  return rows.map((row) => `${columns.map((column) => cell(valueAt(row, column))).join(",")}\r\n`).join("");
}

function valueAt(row: Row, column: string): unknown {
  return column
    .split(".")
    .reduce<unknown>(
      (value, key) => (typeof value === "object" && value !== null ? (value as Row)[key] : undefined),
      row,
    );
}

/** Quotes a cell (RFC 4180). A leading quote keeps spreadsheets from reading a text as a formula. */
function cell(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "number" || typeof value === "boolean") return `${value}`;
  const text = Array.isArray(value) ? value.join(" ") : typeof value === "string" ? value : JSON.stringify(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
