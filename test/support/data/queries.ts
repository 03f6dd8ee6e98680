import fc from "fast-check";
import type { Operator, Query, SourceRange, Value } from "../../../src/datapoints/query/ast.ts";
import { join } from "../../../src/datapoints/query/parser.ts";

const position: SourceRange = { start: 0, end: 0 };

export const words = [
  "refund",
  "Ärger",
  "ΣΑΣ",
  "İx",
  "gpt-4o",
  "GPT",
  "a b",
  "100%",
  "a_b",
  "\\",
  "it's",
  "",
  "1",
  "1.0",
  "0x1",
  "用",
  "OR",
  '"',
  "é",
  "😀",
];
const word = fc.oneof(
  fc.constantFrom(...words),
  fc.string({ unit: "grapheme", maxLength: 6 }).map((text) => text.toWellFormed().replaceAll("\0", "")),
);
const wordValue = word.map((text): Value => ({ kind: "word", text }));
const globValue = fc
  .constantFrom("gpt*", "*", "*4o", "g*o*", "ä*r", "*%*", "a_*", "re*nd", "*\\*", "Σ*")
  .map((pattern): Value => ({ kind: "glob", pattern }));
const amount = fc.oneof(fc.constantFrom(0, 1, 200, 404, 0.5, 1500, 1e15), fc.integer({ min: 0, max: 5000 }));

const filterOf = (field: string, op: Operator, values: readonly Value[], sub?: string): Query => ({
  kind: "filter",
  field,
  ...(sub === undefined ? {} : { sub }),
  op,
  values,
  range: position,
});

const list = (value: fc.Arbitrary<Value>) => fc.array(value, { minLength: 1, maxLength: 3 });
const equality = fc.constantFrom<Operator>(":=", ":!=");
const comparison = fc.constantFrom<Operator>(":>", ":>=", ":<", ":<=");
const pattern = fc
  .constantFrom("^g", "(?i)REF", "a.b|x", "\\d+", "[α-ω]", "\\pL$", "4o$", "ä")
  .map((text): Value => ({ kind: "word", text }));

function named(field: fc.Arbitrary<{ readonly key: string; readonly sub?: string }>): fc.Arbitrary<Query> {
  return fc.oneof(
    fc
      .tuple(field, list(fc.oneof(wordValue, globValue)))
      .map(([{ key, sub }, values]) => filterOf(key, ":", values, sub)),
    fc.tuple(field, equality, list(wordValue)).map(([{ key, sub }, op, values]) => filterOf(key, op, values, sub)),
    fc.tuple(field, pattern).map(([{ key, sub }, value]) => filterOf(key, ":~", [value], sub)),
  );
}

const numberValue = (unit: string) =>
  amount.map((value): Value => ({ kind: "number", value, text: `${value.toFixed(value % 1 === 0 ? 0 : 1)}${unit}` }));
const rangeValue = (unit: string) =>
  fc.tuple(fc.nat(1000), fc.nat(1000)).map(
    ([from, more]): Value => ({
      kind: "range",
      from,
      to: from + more,
      text: `${from}${unit}..${from + more}${unit}`,
    }),
  );

function numeric(key: string, unit: string, sub?: string): fc.Arbitrary<Query> {
  return fc.oneof(
    list(fc.oneof(numberValue(unit), rangeValue(unit))).map((values) => filterOf(key, ":", values, sub)),
    fc.tuple(comparison, numberValue(unit)).map(([op, value]) => filterOf(key, op, [value], sub)),
    fc.tuple(equality, list(numberValue(unit))).map(([op, values]) => filterOf(key, op, values, sub)),
  );
}

export const subs = ["region", "my key", "__proto__", "gen_ai.x", "n", 'q"uote', "ключ", "missing"];
const mapped = fc
  .tuple(
    fc.constantFrom("attr", "meta", "parent.attr", "trace.attr", "resource.attr", "scope"),
    fc.constantFrom(...subs),
  )
  .map(([key, sub]) => ({ key, sub }));
const plainKey = fc
  .constantFrom(
    "id",
    "trace",
    "span",
    "session",
    "user",
    "env",
    "service",
    "release",
    "model",
    "model.request",
    "provider",
    "tag",
    "tool",
    "error.code",
    "prompt.name",
    "failed_step",
    "reasoning_level",
  )
  .map((key) => ({ key }));
const textKey = fc.constantFrom("input", "output", "system", "error", "feedback.comment");

function closed(key: string, values: readonly string[], sub?: string): fc.Arbitrary<Query> {
  return fc
    .tuple(
      fc.constantFrom<Operator>(":", ":=", ":!="),
      list(fc.constantFrom(...values).map((text): Value => ({ kind: "word", text }))),
    )
    .map(([op, chosen]) => filterOf(key, op, chosen, sub));
}

const noon = Date.UTC(2026, 5, 1, 12);
const timed = fc
  .tuple(fc.constantFrom<Operator>(":", ":=", ":!=", ":>", ":>=", ":<", ":<="), fc.nat(120))
  .map(([op, minute]) => {
    const at = noon + (minute - 60) * 60_000;
    const text = `${new Date(at).toISOString().slice(0, 16)}Z`;
    return filterOf("ts", op, [{ kind: "time", at, until: at + 60_000, text }]);
  });

const texts = fc.oneof(
  fc
    .tuple(textKey, list(fc.oneof(wordValue, globValue).filter((value) => value.kind !== "word" || value.text !== "")))
    .map(([key, values]) => filterOf(key, ":", values)),
  fc
    .tuple(
      textKey,
      equality,
      wordValue.filter((value) => value.kind === "word" && value.text !== ""),
    )
    .map(([key, op, value]) => filterOf(key, op, [value])),
  fc.tuple(textKey, pattern).map(([key, value]) => filterOf(key, ":~", [value])),
  word.filter((text) => text !== "").map((text): Query => ({ kind: "text", text, range: position })),
);

const clause: fc.Arbitrary<Query> = fc.oneof(
  named(plainKey),
  named(mapped),
  texts,
  numeric("latency", "ms"),
  numeric("ttft", "ms"),
  numeric("tps", ""),
  numeric("tokens.in", ""),
  numeric("tokens.out", ""),
  numeric("cost", ""),
  numeric("retries", ""),
  numeric("temperature", ""),
  numeric("top_p", ""),
  numeric("max_tokens", ""),
  named(fc.constantFrom({ key: "stop" }, { key: "scope", sub: "name" })),
  closed("parallel_tool_calls", ["true", "false"]),
  numeric("size", ""),
  numeric("http.status", ""),
  numeric("score", "", "length"),
  fc.tuple(mapped, comparison, numberValue("")).map(([{ key, sub }, op, value]) => filterOf(key, op, [value], sub)),
  timed,
  closed("op", ["chat", "completion", "embedding"]),
  closed("source", ["otlp", "proxy", "api", "run"]),
  closed("status", ["ok", "error"]),
  closed("error.type", ["timeout", "rate_limited"]),
  closed("finish", ["stop", "length", "tool_calls"]),
  closed("streaming", ["true", "false"]),
  closed("is", ["ok", "error", "streaming", "truncated", "partial"]),
  closed("check", ["passed", "failed", "broken"], "length"),
  closed("feedback", ["up", "down", "other"]),
  numeric("feedback.score", "", "relevance"),
  named(fc.constantFrom({ key: "feedback.label", sub: "relevance" })),
  fc
    .constantFrom(
      "user",
      "error",
      "tool",
      "model",
      "input",
      "ttft",
      "tps",
      "attr.region",
      "meta.my key",
      "temperature",
      "failed_step",
      "parent.attr.region",
      "trace.attr.my key",
      "resource.attr.n",
      "scope.name",
      "streaming",
      "cost",
      "feedback",
      "feedback.comment",
      "feedback.score.relevance",
    )
    .map((text) => filterOf("has", ":", [{ kind: "word", text }])),
);

/** Queries as the parser returns them, but for their positions. */
export const queries: fc.Arbitrary<Query> = fc.letrec<{ query: Query }>((tie) => ({
  query: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    clause,
    tie("query").map((of): Query => ({ kind: "not", of })),
    fc
      .tuple(fc.constantFrom("and" as const, "or" as const), fc.array(tie("query"), { minLength: 2, maxLength: 3 }))
      .map(([kind, of]) => join(kind, of) ?? ({ kind: "all" } as const)),
  ),
})).query;

export function withoutPositions(query: Query): unknown {
  return JSON.parse(JSON.stringify(query, (key, value: unknown) => (key === "range" ? undefined : value)));
}
