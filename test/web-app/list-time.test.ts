import { expect, test } from "vitest";
import { addressName, columnsOf, fitting } from "../../dashboards/app/src/datapoints/list/columns.tsx";
import { boundOf, rangeWith } from "../../dashboards/app/src/platform/ui/time/range.ts";

const at = "2026-06-01T10:00:00.000Z";
const ms = Date.parse(at);

test.each([
  ["newest", at, { to: ms + 60_000 }],
  [undefined, at, { to: ms + 60_000 }],
  ["oldest", at, { from: ms }],
  ["slowest", at, {}],
  ["newest", undefined, {}],
  ["newest", "tomorrow", {}],
] as const)("a list by %s that begins at %s is bounded by %j", (order, at, bound) => {
  expect(boundOf(order, at)).toEqual(bound);
});

test("a range that holds the moment stays; another one as long is laid around it, and ends no later than now", () => {
  const now = ms + 3_600_000;
  expect(rangeWith("24h", ms, now)).toBe("24h");
  expect(rangeWith("5m", ms, now)).toBe("2026-06-01T09:57:30.000Z,2026-06-01T10:02:30.000Z");
  expect(rangeWith("2026-05-01,2026-05-03", ms, now)).toBe("2026-05-31T10:00:00.000Z,2026-06-01T11:00:00.000Z");
});

test("pinned columns come first and are hidden last", () => {
  const chosen = columnsOf("time,text,latency,session!,user!");
  expect(chosen.map(addressName)).toEqual(["session!", "user!", "time", "text", "latency"]);
  expect(fitting(chosen, 500).map(({ name }) => name)).toEqual(["session", "user", "time"]);
  expect(columnsOf("nosuch!").map(({ name }) => name)).toContain("model");
});
