import fc from "fast-check";
import { expect, test } from "vitest";
import { createUsageFilter, uncompressed, withUsageRequested } from "../../src/proxy/recording/stream-usage.ts";

const withUsage = (body: string, api: "chat" | "messages" = "chat") =>
  withUsageRequested(Buffer.from(body), api)?.toString();

test.each([
  ['{"stream":true}', '{"stream_options":{"include_usage":true},"stream":true}'],
  [' { "model": "m",\n"stream" : true}', ' {"stream_options":{"include_usage":true}, "model": "m",\n"stream" : true}'],
])("a stream's request %s becomes %s", (body, expected) => {
  expect(withUsage(body)).toBe(expected);
});

test.each([
  '{"model":"m"}',
  '{"stream":false}',
  '{"stream":"true"}',
  '{"messages":[{"stream":true}]}',
  '{"stream":true,"stream_options":{"include_usage":false}}',
  '{"stream_options":null,"stream":true}',
  "[true]",
])("nothing is requested where there is no stream or the client sets the option: %s", (body) => {
  expect(withUsage(body)).toBeUndefined();
});

test("other APIs report usage without a request", () => {
  expect(withUsage('{"stream":true}', "messages")).toBeUndefined();
});

test("the response is requested uncompressed, however the client spelled the header's case", () => {
  expect(uncompressed(["Accept-Encoding", "gzip, br", "x-a", "1"])).toEqual([
    "x-a",
    "1",
    "accept-encoding",
    "identity",
  ]);
});

const usage = { choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } };
const retained = [
  `data: {"choices":[{"delta":{"content":"a \\"usage\\" of ä 😀"}}],"usage":null}`,
  `data: {"choices":[],"prompt_filter_results":[],"usage":null}`,
  `data: {"choices":[{"delta":{}}],"usage":{"prompt_tokens":3}}`,
  `: "usage" comment`,
  `data: {"choices":[],"usage":`,
  `data: ${JSON.stringify({ choices: [{ delta: { content: `"usage"${"x".repeat(150_000)}` } }] })}`,
  "data: [DONE]",
];

test("however a stream is cut, all of it passes but the events with nothing but usage", () => {
  const event = fc.constantFrom(
    ...retained,
    `data: ${JSON.stringify(usage)}`,
    `event: chunk\ndata: ${JSON.stringify(usage)}`,
  );
  const stream = fc.array(fc.tuple(event, fc.constantFrom("\n\n", "\r\n\r\n", "\r\r")), { maxLength: 12 });
  const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 90_000 })), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(stream, sizes, fc.boolean(), (events, cuts, whole) => {
      // The last event may lack its empty line.
      const lines = events.map(([text, end], index) => [text, whole || index < events.length - 1 ? end : ""] as const);
      const joined = (parts: typeof lines) => parts.map(([text, end]) => text + end).join("");
      const sent = Buffer.from(joined(lines));
      const filter = createUsageFilter();
      const got: Buffer[] = [];
      let at = 0;
      for (const size of cuts) {
        got.push(filter.add(sent.subarray(at, at + size)));
        at += size;
      }
      got.push(filter.add(sent.subarray(at)), filter.rest());
      const expected = joined(lines.filter(([text]) => !text.endsWith(JSON.stringify(usage))));
      expect(Buffer.concat(got).equals(Buffer.from(expected))).toBe(true);
    }),
  );
});

test("a whole event is not held back", () => {
  const filter = createUsageFilter();
  expect(filter.add(Buffer.from(`${retained[0]}\n\ndata: {"cho`)).toString()).toBe(`${retained[0]}\n\n`);
});
