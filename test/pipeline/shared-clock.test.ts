import { expect, test } from "vitest";
import { createSharedClock } from "../../src/pipeline/shared-clock.ts";

test("this process's clock is moved by what the shared one is ahead, half the way of the answer included", async () => {
  let now = 1000;
  const shared = { at: 5000 };
  const clock = createSharedClock({
    read: async () => {
      now += 20;
      return shared.at;
    },
    now: () => now,
    everyMs: 3_600_000,
  });
  expect(clock.now()).toBe(1000);
  await clock.refresh();
  // The response was made at 1010 of this clock.
  expect(clock.now()).toBe(1020 + 5000 - 1010);
  now = 2000;
  expect(clock.now()).toBe(2000 + 5000 - 1010);
  shared.at = 1500;
  await clock.refresh();
  expect(clock.now()).toBe(2020 + 1500 - 2010);
  await clock.stop();
});

test("while the shared clock cannot be read, the last offset holds", async () => {
  const answers = [() => 100, () => Number.NaN, () => unread()];
  const clock = createSharedClock({ read: async () => answers.shift()?.() ?? 0, now: () => 0, everyMs: 3_600_000 });
  await clock.refresh();
  await clock.refresh();
  expect(clock.now()).toBe(100);
  await expect(clock.refresh()).rejects.toThrow("away");
  expect(clock.now()).toBe(100);
  await clock.stop();
});

function unread(): number {
  throw new Error("away");
}
