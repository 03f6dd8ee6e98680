import { expect, test } from "vitest";
import { rowsWith, stringsOf } from "../../dashboards/app/src/platform/list/rows-with.ts";
import { foundText, neighbour } from "../../dashboards/app/src/platform/ui/overlays/found.ts";

const row = (id: string, fields: object = {}) => ({
  id,
  traceId: "t",
  spanId: "s",
  source: "otlp",
  operation: "chat",
  startedAt: "2026-06-01T10:00:00.000Z",
  partitionTime: "2026-06-01T10:00:00.000Z",
  durationMs: 1,
  inputPreview: "",
  outputPreview: "",
  finishReasons: [],
  usage: {},
  tags: [],
  verdicts: { failed: 1 },
  ...fields,
});

test.each([
  ["REFUND", [0, 2]],
  ["vip", [1]],
  ["chat", [0, 1, 2]],
  ["failed", []],
  ["2026", []],
  ["", []],
] as const)("rows with %j are %j, ignoring case and including hidden columns", (text, indexes) => {
  const rows = [
    row("a", { inputPreview: "my refund?" }),
    row("b", { tags: ["vip"] }),
    row("c", { outputPreview: "Refund" }),
  ];
  expect(rowsWith(rows, text, stringsOf)).toEqual(indexes);
});

test.each([
  [-1, 1, 2, "3 found"],
  [2, 1, 5, "1 of 3"],
  [9, 1, 2, "3 of 3"],
  [3, -1, 2, "3 found"],
  [2, -1, 9, "1 of 3"],
] as const)("from %i by %i one comes to %i, and is at %j", (at, by, next, text) => {
  expect([neighbour([2, 5, 9], at, by), foundText([2, 5, 9], at)]).toEqual([next, text]);
});

test("where nothing is found one stays", () => {
  expect([neighbour([], 3, 1), foundText([], 3)]).toEqual([undefined, "none"]);
});
