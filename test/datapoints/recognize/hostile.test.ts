import fc from "fast-check";
import { expect, test } from "vitest";
import { conventions } from "../../../src/datapoints/conventions/index.ts";
import { createRecognizer } from "../../../src/datapoints/stages/recognizer.ts";
import type { AttributeValue, Span } from "../../../src/otlp/span.ts";
import { globalProject } from "../../../src/platform/ids.ts";
import { batchesOf, capturesIn, someCaptures } from "../../support/data/captures.ts";
import { spanOf } from "../../support/data/spans.ts";
import { tracesOf } from "../../support/data/traces.ts";

const recognize = createRecognizer({ conventions });
const recorded = capturesIn(someCaptures)
  .flatMap((capture) => tracesOf(batchesOf(capture, someCaptures), globalProject))
  .filter((trace) => trace.spans.length < 40);

const value: fc.Arbitrary<AttributeValue> = fc.oneof(
  fc.string(),
  fc.json(),
  fc.double(),
  fc.bigInt(),
  fc.boolean(),
  fc.constantFrom<AttributeValue>(
    "null",
    "[",
    '{"role":',
    "__REDACTED__",
    null,
    "[[[[[[[[",
    '"\\"',
    "[{}]",
    "[null]",
    '{"messages":null}',
    '{"args":[[]]}',
    '{"choices":[null]}',
  ),
  fc.array(fc.string()),
  fc.uint8Array(),
  fc.dictionary(fc.constantFrom("role", "content", "parts", "__proto__", "constructor"), fc.string(), {
    noNullPrototype: false,
  }),
);

const broken = fc.constantFrom(...recorded).chain((trace) =>
  fc.array(fc.tuple(fc.nat(), fc.nat(), value), { minLength: 1, maxLength: 12 }).map((changes) => {
    const spans = trace.spans.map((part) => ({
      ...part,
      item: { ...part.item, attributes: new Map(part.item.attributes) },
    }));
    for (const [whichSpan, whichKey, replacement] of changes) {
      const attributes = spans[whichSpan % Math.max(1, spans.length)]?.item.attributes;
      const key = attributes && [...attributes.keys()][whichKey % Math.max(1, attributes.size)];
      if (key !== undefined) attributes?.set(key, replacement);
    }
    return { ...trace, spans };
  }),
);

test("no attribute value makes recognition throw", () => {
  fc.assert(
    fc.property(broken, (trace) => {
      expect(recognize(trace).spans).toHaveLength(trace.spans.length);
    }),
    { numRuns: 1500 },
  );
});

test("a cycle of parents terminates, and each of its calls is retained", () => {
  const chat = { "gen_ai.operation.name": "chat", "gen_ai.request.model": "m" };
  const cycle: Span[] = [
    spanOf({ spanId: "00000000000000a1", parentSpanId: "00000000000000a2", attributes: chat }),
    spanOf({ spanId: "00000000000000a2", parentSpanId: "00000000000000a1", attributes: chat }),
    spanOf({ spanId: "00000000000000a3", parentSpanId: "00000000000000a3", attributes: chat }),
  ];
  const [trace] = tracesOf([{ spans: cycle, logs: [] }], globalProject);
  const ids = trace && recognize(trace).datapoints.flatMap((one) => one.spanIds);
  expect(ids?.toSorted()).toEqual(["00000000000000a1", "00000000000000a2", "00000000000000a3"]);
});

test("keys named like an object's own innards pollute nothing", () => {
  const attributes = {
    "gen_ai.operation.name": "chat",
    "gen_ai.request.model": "m",
    "gen_ai.prompt.0.__proto__.polluted": "yes",
    "gen_ai.prompt.0.role": "user",
    "langfuse.trace.metadata.__proto__": '{"polluted":"yes"}',
    metadata: '{"__proto__":{"polluted":"yes"}}',
    "gen_ai.input.messages":
      '[{"role":"user","content":"x","__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}]',
  };
  const [trace] = tracesOf([{ spans: [spanOf({ attributes })], logs: [] }], globalProject);
  expect(trace && recognize(trace).datapoints).toHaveLength(1);
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

test("JSON nested beyond reason is read without running out of stack", () => {
  const deep = `${"[".repeat(20_000)}"x"${"]".repeat(20_000)}`;
  const [trace] = tracesOf(
    [
      {
        spans: [
          spanOf({
            attributes: {
              "gen_ai.operation.name": "chat",
              "gen_ai.input.messages": deep,
              "gen_ai.tool.definitions": deep,
            },
          }),
        ],
        logs: [],
      },
    ],
    globalProject,
  );
  expect(trace && recognize(trace).datapoints).toHaveLength(1);
});
