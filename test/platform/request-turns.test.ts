import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createRequestTurns } from "../../src/platform/http/request-turns.ts";

test("requests begin in order while the turn has time, before anything else is read", async () => {
  const turns = createRequestTurns(10, () => 0);
  const begun: number[] = [];
  for (const number of [1, 2, 3]) turns("a", () => begun.push(number));
  expect(begun).toEqual([]);
  await Promise.resolve();
  await nextTurn();
  expect(begun).toEqual([1, 2, 3]);
});

test("a flood is spread over turns of the event loop, and another client's request waits for one of it", async () => {
  let at = 0;
  const turns = createRequestTurns(10, () => at);
  const begun: string[] = [];
  const begin = (name: string) => () => {
    begun.push(name);
    at += 4;
  };
  for (let request = 0; request < 100; request++) turns("flood", begin("flood"));
  turns("good", begin("good"));
  await nextTurn();
  expect(begun.length).toBeLessThan(10);
  expect(begun.indexOf("good")).toBeLessThan(3);
  await expect.poll(() => begun.length).toBe(101);
});

test("what a request puts off to a microtask counts for its turn", async () => {
  let at = 0;
  const turns = createRequestTurns(10, () => at);
  let begun = 0;
  const begin = () => {
    begun++;
    void Promise.resolve().then(() => (at += 20));
  };
  for (let request = 0; request < 50; request++) turns("flood", begin);
  await nextTurn();
  expect(begun).toBeLessThan(5);
  await expect.poll(() => begun).toBe(50);
});
