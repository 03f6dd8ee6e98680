import { expect, test } from "vitest";
import { createRefreshed } from "../../src/platform/cache/refreshed.ts";

const options = { everyMs: 60_000, now: () => 1000 };

test("a value is the last one read, and stays while reads fail", async () => {
  let read = () => Promise.resolve(1);
  const refreshed = createRefreshed({ ...options, timeoutMs: 1000, read: () => read() });
  expect(refreshed.current()).toEqual({});
  await refreshed.refresh();
  expect(refreshed.current()).toEqual({ value: 1 });
  read = () => Promise.reject(new Error("away"));
  await refreshed.refresh();
  expect(refreshed.current()).toEqual({ value: 1, failure: { reason: "away", since: 1000 } });
});

test("a silent source is a failure after the timeout, and is not read a second time in the meantime", async () => {
  let reads = 0;
  const answer = Promise.withResolvers<number>();
  const read = () => {
    reads++;
    return answer.promise;
  };
  const refreshed = createRefreshed({ ...options, timeoutMs: 1, read });
  await refreshed.refresh();
  await refreshed.refresh();
  expect(reads).toBe(1);
  expect(refreshed.current().failure).toEqual({ reason: "no answer within 1 ms", since: 1000 });
  answer.resolve(7);
  await answer.promise;
  await expect.poll(() => refreshed.current()).toEqual({ value: 7 });
});
