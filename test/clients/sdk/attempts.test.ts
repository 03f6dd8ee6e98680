import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ApiClient } from "../../../packages/api-client/src/client.ts";
import { makeAttempts } from "../../../sdk/typescript/src/attempts.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a row that takes longer than its lease stays leased until it has a result", async () => {
  const requests: [string, unknown][] = [];
  let open = 1;
  const api = {
    send: (name: string, { body }: { body: unknown }) => {
      requests.push([name, body]);
      if (name.endsWith("/results")) open = 0;
      // A leased row is not leased again while its lease is renewed.
      const isFirst = requests.filter(([each]) => each.endsWith("/leases")).length === 1;
      const items = name.endsWith("/leases") && isFirst ? [{ rowId: "row", repeat: 2, input: "a", result: null }] : [];
      return Promise.resolve({ items, open });
    },
  } as unknown as ApiClient;
  const invoke = async () => {
    await new Promise((resolve) => setTimeout(resolve, 700_000));
    return { modelPrediction: "late" };
  };
  const made = makeAttempts(api, "run_1", {
    model: { type: "custom", invoke },
    checks: [],
    concurrency: 1,
    onProgress: undefined,
  });
  await vi.advanceTimersByTimeAsync(700_000);
  await made;
  const renewed = requests.filter(([name]) => name === "POST /test-runs/{id}/leases/renew");
  expect(renewed.length).toBeGreaterThanOrEqual(6);
  expect(renewed[0]?.[1]).toEqual({ items: [{ rowId: "row", repeat: 2 }], seconds: 60 });
  const before = requests.length;
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(requests).toHaveLength(before);
});
