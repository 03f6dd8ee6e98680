import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Minutes each: they start first, because one that starts last delays the end of the whole run. */
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
    // This timeout only catches tests that hang; no test asserts durations with it.
    testTimeout: 300_000,
    // The default of one second would be a timed assertion on a busy machine.
    expect: { poll: { timeout: 120_000 } },
    hookTimeout: 300_000,
    pool: "forks",
    // More than the number of cores: many tests wait for processes that they started.
    maxWorkers: 3,
  },
});
