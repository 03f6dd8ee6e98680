import { expect, test } from "vitest";
import { allRows } from "./rows.ts";

const seed = Number(process.env["GAFFE_TEST_SEED"] ?? Date.now() % 100_000);

/** A test for each of these rows: the promise holds in a short run. `note` says what is missing and why. */
export function holdInShortRuns(names: readonly string[], note = ""): void {
  test.each(names)(
    `%s holds in a short run (seed ${seed})${note}`,
    async (name) => {
      const said: string[] = [];
      const result = await allRows[name]?.run({ seed, seconds: 6, say: (line) => said.push(line) });
      expect(result?.passed, `${JSON.stringify(result?.figures)}\n${said.join("\n")}`).toBe(true);
    },
    900_000,
  );
}
