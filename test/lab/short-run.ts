import { expect, test } from "vitest";
import { allRows } from "./rows.ts";

const seed = Number(process.env["GAFFE_TEST_SEED"] ?? Date.now() % 100_000);

/** Declares a test for each of these rows: the promise holds in a short run. `remark` explains missing rows. */
export function holdInShortRuns(names: readonly string[], remark = ""): void {
  test.each(names)(
    `%s holds in a short run (seed ${seed})${remark}`,
    async (name) => {
      const messages: string[] = [];
      const result = await allRows[name]?.run({ seed, seconds: 6, log: (line) => messages.push(line) });
      expect(result?.passed, `${JSON.stringify(result?.metrics)}\n${messages.join("\n")}`).toBe(true);
    },
    900_000,
  );
}
