import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLastKnown } from "../../src/platform/cache/last-known.ts";
import { Failure } from "../../src/platform/failure.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type State = "up" | "down" | "silent";

function setUp({ graceMs = 600_000, maxEntries = 100 } = {}) {
  const source = { state: "up" as State, values: new Map([["a", 1]]), reads: 0 };
  const read = (key: string): Promise<number | undefined> => {
    source.reads++;
    switch (source.state) {
      case "up":
        return Promise.resolve(source.values.get(key));
      case "down":
        return Promise.reject(new Failure("dependency", "away"));
      default:
        return new Promise(() => {});
    }
  };
  const isLasting = (value: number | undefined) => value !== undefined;
  const known = createLastKnown({
    read,
    isLasting,
    freshMs: 3000,
    graceMs,
    maxEntries,
    now: Date.now,
    source: "the records",
  });
  return { source, known };
}

async function timed(get: () => unknown) {
  const from = Date.now();
  const state: { outcome?: unknown } = {};
  const done = Promise.resolve()
    .then(get)
    .then(
      (value) => (state.outcome = { value, ms: Date.now() - from }),
      (failure: unknown) => (state.outcome = { failure, ms: Date.now() - from }),
    );
  while (state.outcome === undefined) await vi.advanceTimersByTimeAsync(50);
  await done;
  return state.outcome;
}

test.each(["down", "silent"] as const)(
  "a source that is %s leaves known values in force for their grace",
  async (state) => {
    const { source, known } = setUp();
    await known.get("a");
    source.state = state;
    await vi.advanceTimersByTimeAsync(4000);
    expect(await timed(() => known.get("a"))).toEqual({ value: 1, ms: state === "down" ? 0 : 2000 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await timed(() => known.get("a"))).toEqual({ value: 1, ms: 0 });
    expect(await timed(() => known.get("b"))).toMatchObject({ failure: { blame: "dependency" }, ms: 0 });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(await timed(() => known.get("a"))).toMatchObject({ failure: { blame: "dependency" } });
  },
);

test("a source that came back is believed again within three seconds", async () => {
  const { source, known } = setUp();
  await known.get("a");
  source.state = "silent";
  await vi.advanceTimersByTimeAsync(4000);
  await timed(() => known.get("a"));
  await vi.advanceTimersByTimeAsync(60_000);
  source.state = "up";
  source.values.set("a", 2);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await known.get("a")).toBe(2);
});

test("no grace: nothing is served that is not fresh", async () => {
  const { source, known } = setUp({ graceMs: 0 });
  await known.get("a");
  source.state = "down";
  await vi.advanceTimersByTimeAsync(3000);
  await expect((async () => known.get("a"))()).rejects.toMatchObject({ blame: "dependency" });
});

test("concurrent reads of one key are one", async () => {
  const { source, known } = setUp();
  expect(await Promise.all([known.get("a"), known.get("a"), known.get("a")])).toEqual([1, 1, 1]);
  expect(source.reads).toBe(1);
});

test("a flood of unknown keys pushes no known value out, and the least recently used one leaves first", async () => {
  const { source, known } = setUp({ maxEntries: 3 });
  for (const key of ["b", "c"]) source.values.set(key, 1);
  for (const key of ["a", "b", "c"]) await known.get(key);
  for (let guess = 0; guess < 100; guess++) await known.get(`guess ${guess}`);
  source.values.set("d", 1);
  await known.get("a");
  await known.get("d");
  source.state = "down";
  await vi.advanceTimersByTimeAsync(4000);
  const served = await Promise.all(["a", "b", "c", "d"].map((key) => timed(() => known.get(key))));
  expect(served.map((outcome) => "value" in (outcome as object))).toEqual([true, false, true, true]);
});

test("a key that cannot be read for its own reason does not stop others from being read", async () => {
  const broken = new Error("a defect");
  const known = createLastKnown({
    read: (key: string) => (key === "bad" ? Promise.reject(broken) : Promise.resolve(key)),
    freshMs: 0,
    graceMs: 1000,
    maxEntries: 10,
    now: Date.now,
    source: "the records",
  });
  await expect((async () => known.get("bad"))()).rejects.toBe(broken);
  expect(await known.get("good")).toBe("good");
});
