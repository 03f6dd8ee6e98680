import { afterAll, beforeAll, expect, test } from "vitest";
import { asProjectId } from "../../../src/platform/ids.ts";
import { storedTrace, storeTraces } from "../../support/data/stored-trace.ts";
import { openTestStorage, type TestStorage } from "../../support/engines/clickhouse.ts";

const hourMs = 3_600_000;
const now = Date.now();
let storage: TestStorage;

beforeAll(async () => {
  storage = await openTestStorage();
});
afterAll(() => storage[Symbol.asyncDispose]());

test("projects in use are found by the time of storage and by the hours of their data", async () => {
  const [today, earlier] = [asProjectId("today"), asProjectId("earlier")];
  const call = (projectId: typeof today, startedAt: number) => ({
    ...storedTrace({ projectId, startedAt }, { receivedAt: startedAt + 5000, judged: false }),
    projectId,
  });
  const { projectActivity } = storage;
  expect(await projectActivity.activeSince(0)).toEqual(new Set());
  await storeTraces(storage.writer, [call(today, now), call(earlier, now - 50 * hourMs)]);
  expect(await projectActivity.activeSince(now - 24 * hourMs)).toEqual(new Set([today]));
  expect(await projectActivity.activeSince(now - 60 * hourMs)).toEqual(new Set([today, earlier]));
  expect(await projectActivity.storedSince(now - 60_000)).toEqual(new Set([today, earlier]));
  expect(await projectActivity.storedSince(now + hourMs)).toEqual(new Set());
});
