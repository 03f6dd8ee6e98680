import { parse as parseCsv } from "csv-parse/sync";
import { z } from "zod";
import { Failure, messageOf } from "../../platform/failure.ts";
import type { Json } from "../../platform/json/json.ts";
import { type JsonValue, parseJson } from "../../platform/json/json.ts";
import { SeedRow } from "../contract/scenario-set.ts";

interface Seed {
  readonly input: Json;
  readonly result: Json;
}

/**
 * Parses an uploaded file of seeds: JSON lines of `{input, result}`, or CSV with these columns, whose cells
 * are JSON if they parse to a list or object, else text. Throws Failure("caller") with the line number.
 */
export function seedsOf(format: "jsonl" | "csv", content: string): readonly Seed[] {
  // Spreadsheet exports start with a byte order mark.
  const text = content.replace(/^\uFEFF/, "");
  if (/^\s*\[\s*[{\]]/.test(text)) throw wrong("this is a JSON list: write one row a line, without the brackets");
  const rows = format === "jsonl" ? jsonLines(text) : csvRows(text);
  if (rows.length === 0) throw wrong("Non-empty seed data is required to create a scenario set");
  return rows.map(({ line, row }) => {
    const parsed = SeedRow.safeParse(row);
    if (parsed.success) return parsed.data;
    const missing = typeof row !== "object" || row === null || !Object.hasOwn(row, "input");
    throw wrong(`line ${line}: ${missing ? "must have 'input' and 'result'" : whyNot(parsed.error)}`);
  });
}

function whyNot({ issues: [first] }: z.ZodError): string {
  if (first?.code === "unrecognized_keys") return strange(first.keys);
  return `${first?.path.join(".") ?? ""} ${first?.message ?? "is not as it should be"}`.trim();
}

const strange = (names: readonly string[]) => `there is no field ${names.join(", ")}: a row has input and result`;

interface Line {
  readonly line: number;
  readonly row: unknown;
}

function jsonLines(content: string): readonly Line[] {
  return content.split("\n").flatMap((text, index): readonly Line[] => {
    if (text.trim() === "") return [];
    const parsed = parseJson(text);
    if (!parsed.ok) throw wrong(`line ${index + 1}: Invalid JSON (${parsed.message})`);
    return [{ line: index + 1, row: parsed.value }];
  });
}

const CsvRecords = z.array(
  z.object({ record: z.record(z.string(), z.string()), info: z.object({ lines: z.number() }) }),
);

function csvRows(content: string): readonly Line[] {
  try {
    const records = parseCsv(content, { columns, delimiter: delimiterOf(content), skip_empty_lines: true, info: true });
    return CsvRecords.parse(records).map(({ record, info }) => ({
      line: info.lines,
      row: Object.fromEntries(Object.entries(record).map(([column, cell]) => [column, cellOf(cell)])),
    }));
  } catch (thrown) {
    throw thrown instanceof Failure ? thrown : wrong(`this is not CSV: ${messageOf(thrown)}`);
  }
}

/** Spreadsheets export semicolons in many locales, and tabs when copied. */
const delimiterOf = (content: string): string => /^[\s"]*(?:input|result)[\s"]*?([;\t])/i.exec(content)?.[1] ?? ",";

function columns(head: readonly string[]): string[] {
  const names = head.map((name) => name.trim().toLowerCase());
  if (!names.includes("input")) throw wrong(`line 1: must have 'input' and 'result', not ${names.join(", ")}`);
  const others = names.filter((name) => name !== "input" && name !== "result");
  if (others.length > 0) throw wrong(`line 1: ${strange(others)}`);
  return names;
}

function cellOf(written: string): JsonValue {
  const cell = written.replace(formulaMark, "");
  if (!/^\s*[[{]/.test(cell)) return cell;
  const parsed = parseJson(cell);
  return parsed.ok ? parsed.value : cell;
}

/** The apostrophe in front of a text that a spreadsheet would run as a formula. */
const formulaMark = /^'(?='*[=+\-@\t\r])/;

/** Formats rows as a file that `seedsOf` can parse, and in which a spreadsheet finds no formula. */
export function seedFile(format: "jsonl" | "csv", rows: readonly Seed[]): string {
  if (format === "jsonl") return rows.map(({ input, result }) => `${JSON.stringify({ input, result })}\n`).join("");
  const cell = (value: Json) => {
    const text = typeof value !== "string" ? JSON.stringify(value) : value.replace(/^(?='*[=+\-@\t\r])/, "'");
    return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return ["input,result", ...rows.map(({ input, result }) => `${cell(input)},${cell(result)}`), ""].join("\r\n");
}

const wrong = (message: string) => new Failure("caller", message, { problem: "invalid-request", field: "content" });
