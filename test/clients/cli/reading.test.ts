import fc from "fast-check";
import { expect, test } from "vitest";
import { nearest } from "../../../cli/src/nearest.ts";
import { events, type ServerEvent } from "../../../packages/api-client/src/events.ts";

test.each([
  ["jnuit", "junit"],
  ["consle", "console"],
  ["markdwon", "markdown"],
  ["xml", undefined],
])("%s is read as %s", (word, meant) => {
  expect(nearest(word, ["console", "json", "junit", "markdown", "github"])).toBe(meant);
});

const stream = (bytes: Uint8Array, size: number) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });

test("events are the same however the bytes are cut", async () => {
  const text =
    'retry: 2000\nid: 5\n: following\n\nevent: rows\r\nid: 6\r\ndata: {"ä":1}\r\ndata: x\r\n\r\ndata: cut off';
  const bytes = new TextEncoder().encode(text);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: bytes.length }), async (size) => {
      const found: ServerEvent[] = [];
      for await (const event of events(stream(bytes, size))) found.push(event);
      expect(found).toEqual([
        { type: "message", data: "", id: "5" },
        { type: "rows", data: '{"ä":1}\nx', id: "6" },
      ]);
    }),
  );
});
