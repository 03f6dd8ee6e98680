import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { errorTypes } from "../../src/datapoints/errors/error-types.ts";
import { classifiedSpan } from "./failed-span.ts";

const Row = z.strictObject({
  id: z.string().regex(/^p[0-9a-f]{10}$/),
  provider: z.string().min(1),
  client: z.string().min(1),
  status: z.int().min(400).max(599).optional(),
  exception: z.string().min(1).optional(),
  code: z.string().min(1).optional(),
  text: z.string().min(1).max(900),
  language: z.string().regex(/^[a-z]{2}$/),
  type: z.enum(errorTypes),
  source: z.string().regex(/^(Go|npm|PyPI) \S+ \d\S*: \S+:\d+$|^Go \S+ v\S+: \S+:\d+$/),
  licence: z.enum(["MIT", "Apache-2.0", "BSD-3-Clause", "ISC"]),
  thread: z.string().min(1),
  filled: z.literal(true).optional(),
});
type Row = z.infer<typeof Row>;

const read = (split: string): Row[] =>
  readFileSync(join(import.meta.dirname, `../fixtures/errors/published-${split}.jsonl`), "utf8")
    .trim()
    .split("\n")
    .map((line) => Row.parse(JSON.parse(line)));

const tune = read("tune");
const held = read("test");
const rows = [...tune, ...held];
const rightIn = (split: readonly Row[]): number => split.filter((row) => classifiedSpan(row)?.type === row.type).length;

describe("the corpus of published error texts", () => {
  test("has the size that its README states", () => {
    expect([tune.length, held.length]).toEqual([1641, 793]);
    expect(new Set(rows.map((row) => row.provider)).size).toBeGreaterThanOrEqual(40);
    expect(new Set(rows.map((row) => row.language)).size).toBeGreaterThanOrEqual(8);
  });

  test("shares no thread between the splits", () => {
    const threads = new Set(tune.map((row) => row.thread));
    expect(held.filter((row) => threads.has(row.thread))).toEqual([]);
  });

  test("repeats no id", () => {
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
  });

  test("is classified as well as its README states", () => {
    expect([rightIn(tune), rightIn(held)]).toEqual([1630, 727]);
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
