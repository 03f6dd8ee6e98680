import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { errorTypes } from "../../src/datapoints/errors/error-types.ts";
import { classifiedSpan } from "./failed-span.ts";

const Row = z.strictObject({
  id: z.string().regex(/^e[0-9a-f]{10}$/),
  provider: z.string().min(1),
  api: z.string().min(1),
  client: z.string().min(1),
  status: z.int().min(100).max(599).optional(),
  exception: z.string().min(1).optional(),
  code: z.string().min(1).optional(),
  text: z.string().max(900),
  language: z.string().regex(/^[a-z]{2}$/),
  type: z.enum(errorTypes),
  source: z.string().regex(/^recorded 2026-11-24 with (PyPI|npm|Python|Node) \S+.*: \S/),
  thread: z.string().min(1),
});
type Row = z.infer<typeof Row>;

const read = (split: string): Row[] =>
  readFileSync(join(import.meta.dirname, `../fixtures/errors/${split}.jsonl`), "utf8")
    .trim()
    .split("\n")
    .map((line) => Row.parse(JSON.parse(line)));
const rightIn = (split: readonly Row[]): number => split.filter((row) => classifiedSpan(row)?.type === row.type).length;

const tune = read("tune");
const held = read("test");
const rows = [...tune, ...held];

describe("the corpus of recorded client errors", () => {
  test("has the counts that its README states", () => {
    expect([tune.length, held.length]).toEqual([448, 146]);
  });

  test("shares no thread between the splits", () => {
    const threads = new Set(tune.map((row) => row.thread));
    expect(held.filter((row) => threads.has(row.thread))).toEqual([]);
  });

  test("repeats no id and no text", () => {
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    const keys = rows.map((row) => (row.text === "" ? `${row.exception}:` : row.text));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("has a text or an exception class in every row", () => {
    expect(rows.filter((row) => row.text === "" && row.exception === undefined)).toEqual([]);
  });

  test("is classified as well as its README states", () => {
    expect([rightIn(tune), rightIn(held)]).toEqual([443, 100]);
  });

  test.each([
    ["email address", /[\w.+-]+@[\w-]+\.[a-z]{2,}/i],
    ["API key", /\b(sk-|gsk_|hf_|AIza|xai-|AKIA|pplx-)[A-Za-z0-9]{8,}/],
    ["bearer token", /bearer [\w.-]{8,}/i],
    ["path of a machine", /\/(home|Users|root|tmp|work)\//],
    ["address of a network", /(?<![\w.])(?!127\.|0\.)\d{1,3}(\.\d{1,3}){3}(?![\w.])/],
  ])("contains no %s", (_, pattern) => {
    expect(rows.filter((row) => pattern.test(row.text))).toEqual([]);
  });
});
