import fc from "fast-check";
import { expect, test } from "vitest";
import { dialects } from "../../src/proxy/exchange/dialects.ts";
import { readStream } from "../../src/proxy/exchange/stream.ts";

/** Encodes JSON as Python does: every character beyond ASCII as an escape. */
const asciiJson = (value: unknown) =>
  JSON.stringify(value).replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
const piece = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom('"', "\\", '","content":"', '"}}],"choices":[{"delta":{"content":"x', "\n"),
);
const change = fc.oneof(
  { weight: 8, arbitrary: fc.record({ content: piece }) },
  fc.record({ content: piece, reasoning_content: piece }),
  fc.record({ refusal: piece }),
);
const events = fc.array(
  fc.record({
    delta: change,
    index: fc.constantFrom(0, 0, 0, 0, 1),
    finish_reason: fc.constantFrom(null, null, null, "stop"),
    usage: fc.constantFrom(null, null, { prompt_tokens: 1 }),
    ascii: fc.boolean(),
  }),
  { maxLength: 30 },
);

test("events read by their shape give the same as when each is parsed", () => {
  fc.assert(
    fc.property(events, (list) => {
      const data = list.map(({ ascii, usage, ...choice }) => {
        const chunk = { id: "c", model: "m", choices: [choice], usage };
        return ascii ? asciiJson(chunk) : JSON.stringify(chunk);
      });
      const contents = [0, 1].map((wanted) =>
        list.flatMap(({ index, delta }) => (index === wanted && "content" in delta ? delta.content : [])).join(""),
      );
      const { response } = readStream(
        dialects.chat,
        data.map((each) => ({ data: each })),
      );
      const indexes = [...new Set(list.map(({ index }) => index))].toSorted((one, other) => one - other);
      const texts = response?.output.map(({ parts }) =>
        parts.flatMap(({ type, content }) => (type === "text" ? [content] : [])).join(""),
      );
      expect(texts ?? []).toEqual(indexes.map((index) => contents[index]));
      const finished = indexes.flatMap(
        (index) => list.findLast((each) => each.index === index && each.finish_reason)?.finish_reason ?? [],
      );
      expect(response?.finishReasons ?? []).toEqual(finished);
    }),
    { numRuns: 500 },
  );
});
