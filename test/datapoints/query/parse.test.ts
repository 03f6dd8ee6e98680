import fc from "fast-check";
import { expect, test } from "vitest";
import { conditionFields, parseQuery, printQuery, requireQuery } from "../../../src/datapoints/query/index.ts";
import { queries, withoutPositions } from "../../support/data/queries.ts";

const now = Date.UTC(2026, 5, 1, 12);
const read = (text: string) => parseQuery(text, { now });

test("query-roundtrip: a printed query reads back as the same query", () => {
  fc.assert(
    fc.property(queries, (query) => {
      const { query: again, problems } = read(printQuery(query));
      expect(problems).toEqual([]);
      expect(withoutPositions(again)).toEqual(withoutPositions(query));
    }),
    { numRuns: 1000 },
  );
});

test("any text is read without throwing, and what reads well prints to the same meaning", () => {
  const pieces = fc.constantFrom(
    "(",
    ")",
    '"',
    "OR ",
    "AND ",
    "NOT ",
    "-",
    "!",
    " ",
    ":",
    "model:",
    "latency:>2s",
    "attr.",
    "a",
    ",",
    "*",
    "\\",
    "has:",
    "🙂",
    "“",
    "”",
    ":~",
    "(?=",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const { query, problems } = read(parts.join(""));
      for (const { range } of problems) {
        expect(range.start).toBeLessThanOrEqual(range.end);
        expect(range.end).toBeLessThanOrEqual(parts.join("").length);
      }
      if (problems.length > 0) return;
      expect(withoutPositions(read(printQuery(query)).query)).toEqual(withoutPositions(query));
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["", ""],
  ["model:gpt-4o status:error", "model:gpt-4o status:error"],
  ["model:(a OR b) OR c d", "model:(a OR b) OR c d"],
  ["model:a,b", "model:(a OR b)"],
  ["-has:user NOT has:tool_calls !x", "-has:user -has:tool -x"],
  ["latency:>2s cost:>$0.01 size:>1mb", "latency:>2s cost:>$0.01 size:>1mb"],
  ["ts:>2026-06-01T10:00:00Z", "ts:>2026-06-01T10:00:00Z"],
  ['attr."my key":v ATTR.Region:EU', 'attr."my key":v attr.Region:EU'],
  ["attr.url:https://x.y/z?a=b", 'attr.url:"https://x.y/z?a=b"'],
  ["see https://x.y/z", 'see "https://x.y/z"'],
  ["version:1.2 environment:prod", "release:1.2 env:prod"],
  ["check.is_json:fail op:embed", "check.is_json:failed op:embedding"],
  ["“where is”", '"where is"'],
  ["output:~(foo|bar)", 'output:~"(foo|bar)"'],
  ["(input:~\\(x)", 'input:~"\\\\(x"'],
  ["a:b:c", undefined],
] as const)("%s is parsed as %s", (text, printed) => {
  const { query, problems } = read(text);
  if (printed === undefined) expect(problems).not.toEqual([]);
  else expect({ printed: printQuery(query), problems }).toEqual({ printed, problems: [] });
});

test.each([
  ["modle:x", 0, "there is no field modle", "did you mean model?; an attribute is attr.modle"],
  ["x status:eror", 9, "“eror” is not a value of status", "did you mean status:error?"],
  ["latency:>2", 9, "2 needs a unit", "write 2s or 2ms"],
  ["latency:>2kg", 9, "“kg” is not a unit here", "use one of us, µs, ms, s, m, min, h"],
  ["latency:>fast", 9, "“fast” is not a number", "write for example 2s or 350ms"],
  ["model:>x", 5, "model cannot be compared with :>", "use : := :!= :~"],
  ['input:"abc', 6, "the quote is never closed", 'put a " at the end; inside quotes write \\" for a quote'],
  ["(a b", 0, "the bracket is never closed", "put a ) at the end"],
  ["a )", 2, "this bracket closes nothing", "remove it, or put quotes around it"],
  ["model:", 0, "a value is missing after model:", "write for example model:value"],
  [
    "latency>2s",
    0,
    "a colon is missing before the operator",
    "did you mean latency:>2s? Put quotes around it to search for the text",
  ],
  ["model:a or model:b", 8, "or is an operator only in capitals", 'write OR, or "or" for the word'],
  ["a && b", 2, "&& is not an operator", "write AND"],
  ["a OR", 2, "OR has nothing on its right", 'to search for the word write "OR"'],
  ["a - b", 2, "- has nothing to exclude", 'write it right before what to exclude, or "-" to search for it'],
  [
    "ts:>2026-02-30",
    4,
    "“2026-02-30” is not a time",
    "write for example 2026-06-01, 2026-06-01T10:00:00Z, now-1h or a range of two of them",
  ],
  [
    "output:~a(?=b)",
    8,
    "look-ahead and look-behind are not supported: patterns run in linear time (RE2)",
    "combine two filters instead, for example output:~a -output:~b",
  ],
  ["tokens.in:9..1", 10, "the range 9..1 runs backwards", "write the smaller number first"],
  [
    "has:nothing_here",
    4,
    "“nothing_here” is not a field that can be there or not",
    expect.stringContaining("use one of id"),
  ],
  ["attr:x", 0, "attr needs a name behind it", "write attr.name:value"],
  ["model:!gpt", 6, "a value does not begin with !", "to exclude write -model:gpt, or put quotes around it"],
] as const)("query-errors-have-columns: %s is refused at %i", (text, column, message, hint) => {
  expect(read(text).problems).toMatchObject([{ range: { start: column }, message, hint }]);
});

test("one mistake does not hide the next", () => {
  expect(read("modle:x latency:>2 (a").problems.map(({ range }) => range.start)).toEqual([0, 17, 19]);
});

test("a condition cannot use a field that is known only after checks", () => {
  const { problems } = parseQuery("check.is_json:fail", { now, fields: conditionFields });
  expect(problems).toMatchObject([{ message: "check.is_json is known only after checks have run" }]);
});

test("length and depth are bounded", () => {
  expect(read("a ".repeat(2001)).problems).toMatchObject([{ range: { start: 4000 } }]);
  expect(read(`${"(".repeat(30)}a${")".repeat(30)}`).problems).not.toEqual([]);
  expect(read(`${"-".repeat(3000)}a`).problems).not.toEqual([]);
});

test("a mistake is the caller's failure with its column", () => {
  expect(() => requireQuery("x modle:y", { now })).toThrow(
    "the query has a mistake at column 3: there is no field modle",
  );
});

test("times are relative to now and dates are whole days", () => {
  expect(read("ts:now-1h..now").query).toMatchObject({ values: [{ at: now - 3_600_000, until: now + 1 }] });
  expect(read("ts:2026-06-01").query).toMatchObject({
    values: [{ at: Date.UTC(2026, 5, 1), until: Date.UTC(2026, 5, 2) }],
  });
});
