import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // A test that hangs is told by these; how fast something is, is never told by a test.
    testTimeout: 300_000,
    // Its own limit of a second would be a timed assertion on a busy machine.
    expect: { poll: { timeout: 120_000 } },
    hookTimeout: 300_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
