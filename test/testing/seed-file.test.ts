import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Failure } from "../../src/platform/failure.ts";
import { seedFile, seedsOf } from "../../src/testing/runs/seed-file.ts";

const text = fc.string({ minLength: 1, unit: "grapheme" });
const seed = fc.record({
  input: fc.oneof(text, fc.array(text), fc.record({ question: text })),
  result: fc.oneof(text, fc.array(text), fc.record({ name: text })),
});

describe("a file of seeds", () => {
  test("of JSON lines is parsed back as it was written", () => {
    fc.assert(
      fc.property(fc.array(seed, { minLength: 1, maxLength: 8 }), (seeds) => {
        expect(seedsOf("jsonl", seedFile("jsonl", seeds))).toEqual(seeds);
      }),
    );
  });

  test("of CSV is parsed back as it was written, except for text that looks like JSON", () => {
    const plain = (value: unknown) => typeof value !== "string" || !/^\s*[[{]/.test(value);
    fc.assert(
      fc.property(
        fc.array(
          seed.filter(({ input, result }) => plain(input) && plain(result)),
          { minLength: 1, maxLength: 8 },
        ),
        (seeds) => {
          expect(seedsOf("csv", seedFile("csv", seeds))).toEqual(seeds);
        },
      ),
    );
  });

  test("of CSV holds no formula that a spreadsheet would run, and is parsed back as it was written", () => {
    const seeds = ["=HYPERLINK(1)", "+1", "-1", "@SUM(A1)", "'=x", "''=x", "it's"].map((input) => ({
      input,
      result: "b",
    }));
    const written = seedFile("csv", seeds);
    expect(written).not.toMatch(/^"?[=+\-@\t]/m);
    expect(seedsOf("csv", written)).toEqual(seeds);
  });

  test.each([
    ["jsonl", '{"input":"a","result":"b"}\n{"input":', "line 2: Invalid JSON"],
    ["jsonl", '{"question":"a"}', "line 1: must have 'input' and 'result'"],
    ["jsonl", '{"input":"","result":"x"}', "line 1: input is empty"],
    ["jsonl", '{"input":"a","result":"b","more":1}', "line 1: there is no field more: a row has input and result"],
    ["jsonl", '[{"input":"a","result":"b"}]', "this is a JSON list: write one row a line"],
    ["jsonl", "\n \n", "Non-empty seed data is required"],
    ["csv", "question,answer\na,b", "must have 'input' and 'result'"],
    ["csv", "id,input,result\n1,a,b", "line 1: there is no field id: a row has input and result"],
    ["csv", 'input,result\n"a,b', "this is not CSV"],
  ] as const)("%s %j is refused: %s", (format, content, message) => {
    const read = () => seedsOf(format, content);
    expect(read).toThrow(Failure);
    expect(read).toThrow(message);
  });

  test.each(['Input;Result\n"a;";b', "input\tresult\na;\tb", '"result";"input"\nb;"a;"'])(
    "a table is parsed as spreadsheets write it: %j",
    (content) => expect(seedsOf("csv", content)).toEqual([{ input: "a;", result: "b" }]),
  );

  test("a byte order mark, empty lines, and spaces around the columns are passed over", () => {
    const seeds = [{ input: "a", result: "b" }];
    expect(seedsOf("jsonl", '\uFEFF\r\n{"input":"a","result":"b"}\r\n\r\n')).toEqual(seeds);
    expect(seedsOf("csv", "\uFEFFinput, result\r\n\r\na,b\r\n")).toEqual(seeds);
  });

  test("an expected result may be missing", () => {
    expect(seedsOf("jsonl", '{"input":"a"}')).toEqual([{ input: "a", result: null }]);
  });
});
