import type { DatapointRow } from "../../../packages/api-client/src/api.ts";

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
  "inputTokens",
  "outputTokens",
  "costUsd",
  "finishReasons",
  "sessionId",
  "userId",
  "service",
  "environment",
  "release",
  "tags",
  "passed",
  "failed",
  "inputPreview",
  "outputPreview",
  "errorMessage",
] as const;

export const csvHead = (): string => lineOf(columns);

/** Formats one page of rows. */
export const csvLines = (rows: readonly DatapointRow[]): string =>
  rows
    .map(({ usage, verdicts, ...row }) => {
      const { passed, failed } = verdicts;
      const cells = { ...row, ...usage, passed, failed };
      return lineOf(columns.map((column) => cells[column]));
    })
    .join("");

const lineOf = (cells: readonly unknown[]) => `${cells.map(cellOf).join(",")}\r\n`;

/** Quotes a cell (RFC 4180). A leading quote keeps spreadsheets from reading a text as a formula. */
function cellOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "number" || typeof value === "boolean") return `${value}`;
  const text = Array.isArray(value) ? value.join(" ") : typeof value === "string" ? value : JSON.stringify(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
