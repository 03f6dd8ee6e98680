import { expect, test } from "vitest";
import { rows } from "../lab/rows.ts";

const seed = Number(process.env["GAFFE_TEST_SEED"] ?? Date.now() % 100_000);

test.each(Object.entries(rows))(
  `%s holds in a short run (seed ${seed})`,
  async (_, { run }) => {
    const said: string[] = [];
    const { passed, figures } = await run({ seed, seconds: 6, say: (line) => said.push(line) });
    expect(passed, `${JSON.stringify(figures)}\n${said.join("\n")}`).toBe(true);
  },
  900_000,
);
