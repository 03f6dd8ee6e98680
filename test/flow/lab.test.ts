import { expect, test } from "vitest";
import { rows } from "../lab/rows.ts";

const seed = Number(process.env["GAFFE_TEST_SEED"] ?? Date.now() % 100_000);

test.each(Object.entries(rows))(
  `%s holds in a short run (seed ${seed})`,
  { timeout: 300_000 },
  async (name, { run }) => {
    const said: string[] = [];
    const { passed, figures } = await run({ seed, seconds: name === "A2" ? 20 : 6, say: (line) => said.push(line) });
    expect(passed, `${JSON.stringify(figures)}\n${said.join("\n")}`).toBe(true);
  },
);
