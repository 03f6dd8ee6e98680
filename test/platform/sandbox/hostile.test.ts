import { afterAll, expect, test } from "vitest";
import { createSandbox, type SandboxResult } from "../../../src/platform/sandbox/sandbox.ts";
import { type Hostile, hostilePrograms } from "../../fixtures/sandbox/hostile.ts";

const sandbox = createSandbox({ size: 2, onEvent: () => undefined });
afterAll(() => sandbox.close());

test("there are at least forty hostile programs", () => {
  expect(hostilePrograms.length).toBeGreaterThanOrEqual(40);
});

test.each(hostilePrograms)("$name comes to nothing", async ({ source, input = "{}", must }) => {
  const result = await sandbox.run("hostile", { source, input, clock: 1_700_000_000_000 });
  expect(must.map(ending)).toContain(endingOf(result));
});

test("a program after all of them runs as if alone", async () => {
  const result = await sandbox.run("other", {
    source: "export default (d: { a: number }): boolean => d.a === 1 && !('left' in globalThis)",
    input: '{"a":1}',
    clock: 0,
  });
  expect(result).toMatchObject({ kind: "returned", json: "true" });
});

const ending = (must: Hostile["must"][number]) => (typeof must === "string" ? must : `returned ${must.returns}`);

function endingOf(result: SandboxResult): string {
  switch (result.kind) {
    case "returned":
      return `returned ${result.json ?? "undefined"}`;
    case "threw":
      return "threw";
    case "stopped":
    case "killed":
      return "ended";
    case "unavailable":
      return result.reason;
    default:
      return result satisfies never;
  }
}
