import { expect, test } from "vitest";
import { readServerSentEvents } from "../../src/platform/http/sse.ts";

test.each([
  ["data: 1\n\ndata: 2\n\n", [{ data: "1" }, { data: "2" }]],
  ["data: 1\r\n\r\ndata: 2\r\r", [{ data: "1" }, { data: "2" }]],
  [": ping\n\n\nevent: a\ndata:x\ndata: y\n\n", [{ event: "a", data: "x\ny" }]],
  ["data: cut", [{ data: "cut" }]],
  ["event: alone\n\nid: 1\nretry: 2\n\n", []],
  ["", []],
])("%j", (text, events) => {
  expect(readServerSentEvents(text)).toEqual(events);
});
