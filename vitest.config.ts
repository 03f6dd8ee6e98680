import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Minutes each: whoever begins one of them last waits for it alone. */
const long = [
  "browser/app",
  "lab/lab",
  "lab/lab-review",
  "browser/offline",
  "clients/sdk/six-flows",
  "clients/sdk/sdk-python",
];

class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      long.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`)) + 1 || long.length + 1;
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    sequence: { sequencer: LongOnesFirst },
    // A test that hangs is told by these; how fast something is, is never told by a test.
    testTimeout: 300_000,
    // Its own limit of a second would be a timed assertion on a busy machine.
    expect: { poll: { timeout: 120_000 } },
    hookTimeout: 300_000,
    pool: "forks",
    // More than there are cores: many tests wait for what they started.
    maxWorkers: 3,
  },
});
