import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isDeeperThan } from "../../src/platform/json/json-depth.ts";
import { startApi } from "../support/service/api.ts";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const lists = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

test.each([
  ["/sign-in", lists(7000)],
  ["/sign-in", "[".repeat(16_000)],
  ["/datapoints", lists(400_000)],
  ["/datapoints", objects(100_000)],
  ["/monitors", objects(65)],
  ["/checks/dry-run", lists(20_000)],
])("JSON that is too deep is refused with 400 at %s", async (path, body) => {
  const { status, body: problem } = await api.ask("POST", `/api/v1${path}`, { body });
  expect([status, problem.detail]).toEqual([400, "the JSON is nested more than 64 levels deep"]);
});

test("what is as deep as allowed reaches its schema", async () => {
  const { status, body } = await api.ask("POST", "/api/v1/monitors", { body: objects(64) });
  expect([status, body.detail]).not.toEqual([400, expect.stringContaining("levels deep")]);
  expect(status).toBe(400);
});

test("depth is counted as a parser counts it, and brackets in texts do not count", () => {
  const depthOf = (value: unknown): number =>
    typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  fc.assert(
    fc.property(fc.json({ stringUnit: "grapheme" }), fc.nat(6), (text, levels) => {
      expect(isDeeperThan(text, levels)).toBe(depthOf(JSON.parse(text)) > levels);
    }),
  );
  expect(isDeeperThan(JSON.stringify(['[[[["\\', "{{{{"]), 1)).toBe(false);
});
