import { expect, test } from "vitest";
import { globalProject } from "../../src/platform/ids.ts";
import { createRememberedSettings } from "../../src/providers/remembered-settings.ts";
import type { Upstream } from "../../src/providers/upstream.ts";

const upstream = (id: string): Upstream => ({ id, baseUrl: `https://${id}.example/v1`, auth: { kind: "bearer" } });

function setUp() {
  const state = { now: 0, reads: 0, list: [upstream("a")], down: false };
  const settings = createRememberedSettings({
    upstreams: {
      list: () => {
        state.reads++;
        return state.down ? Promise.reject(new Error("down")) : Promise.resolve(state.list);
      },
    },
    choices: { get: () => Promise.resolve({ strict: true }) },
    now: () => state.now,
  });
  const ids = async () => (await settings.of(globalProject)).upstreams.map(({ id }) => id);
  return { state, settings, ids };
}

test("calls at one time share one read, and later ones are answered from memory", async () => {
  const { state, settings } = setUp();
  const [first, second] = await Promise.all([settings.of(globalProject), settings.of(globalProject)]);
  expect(first).toEqual({ strict: true, upstreams: [upstream("a")] });
  expect(second).toBe(first);
  expect(settings.of(globalProject)).toBe(first);
  expect(state.reads).toBe(1);
});

test("a change elsewhere applies within 5 seconds, a local change immediately", async () => {
  const { state, settings, ids } = setUp();
  expect(await ids()).toEqual(["a"]);
  state.list = [upstream("b")];
  expect(await ids()).toEqual(["a"]);
  state.now = 5000;
  expect(await ids()).toEqual(["b"]);
  state.list = [upstream("c")];
  settings.invalidate(globalProject);
  expect(await ids()).toEqual(["c"]);
});

test("a read begun before a change is not remembered after it", async () => {
  const { state, settings, ids } = setUp();
  const early = settings.of(globalProject);
  settings.invalidate(globalProject);
  state.list = [upstream("b")];
  await early;
  expect(await ids()).toEqual(["b"]);
});

test("records that do not answer leave the last known settings in force", async () => {
  const { state, ids } = setUp();
  state.down = true;
  await expect(ids()).rejects.toThrow("down");
  state.down = false;
  expect(await ids()).toEqual(["a"]);
  state.down = true;
  state.now = 60_000;
  expect(await ids()).toEqual(["a"]);
});
