import { expect, test } from "vitest";
import { runHostile } from "../lab/hostile/hostile-run.ts";

const seed = Number(process.env["GAFFE_TEST_SEED"] ?? Date.now() % 100_000);
/** A busy machine may delay one window; the bound holds in the best of them. */
const attempts = 5;

// The short form of `npm run lab -- hostile`, which compares acknowledgment times as well.
test(`attackers of every kind cost good senders nothing and never hold the main thread for 50 ms of CPU time (seed ${seed})`, async () => {
  const messages: string[] = [];
  const { outcomes, windows, acknowledged, ...findings } = await runHostile({
    seed,
    windowSeconds: 3,
    isEqual: true,
    more: (done) => done.length < attempts && (done.at(-1)?.longBlocks ?? 0) > 0,
    log: (line) => messages.push(line),
  });
  expect(findings).toEqual({ lost: 0, duplicated: 0, changed: 0, dropped: 0 });
  expect(acknowledged).toBeGreaterThan(50);
  // Every attack reached the service.
  const attacks = new Set(Object.keys(outcomes).map((outcome) => outcome.split(" ")[0]));
  expect(attacks).toEqual(new Set(["bodies", "bombs", "depth", "poison", "streams", "tokens"]));
  expect(
    windows.some(({ longBlocks }) => longBlocks === 0),
    messages.join("\n"),
  ).toBe(true);
}, 300_000);
