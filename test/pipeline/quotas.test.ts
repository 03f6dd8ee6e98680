import { expect, test } from "vitest";
import { createQuotas, type Quota } from "../../src/pipeline/quotas.ts";
import { asProjectId } from "../../src/platform/ids.ts";

const shop = asProjectId("shop");
const lab = asProjectId("lab");

function setUp(standard: Partial<Quota>, overrides?: ReadonlyMap<string, Quota>) {
  const clock = { now: 0 };
  const quotas = createQuotas({
    standard: { spansPerSecond: 0, bytesPerSecond: 0, ...standard },
    ...(overrides === undefined ? {} : { overrides }),
    now: () => clock.now,
  });
  return { clock, quotas };
}

test("without a quota everything passes", () => {
  const { quotas } = setUp({});
  expect(quotas.take(shop, { items: 1e9, bytes: 1e12 })).toBeUndefined();
  expect(quotas.take(shop, { items: 1e9, bytes: 1e12 })).toBeUndefined();
});

test("over a minute, a project gets its rate and one burst, regardless of its attempts", () => {
  const { clock, quotas } = setUp({ spansPerSecond: 100 });
  let taken = 0;
  for (; clock.now < 60_000; clock.now += 10) {
    if (!quotas.take(shop, { items: 20, bytes: 0 })) taken += 20;
  }
  expect(taken).toBeGreaterThanOrEqual(60 * 100);
  expect(taken).toBeLessThanOrEqual(65 * 100 + 20);
});

test("a request larger than the burst passes, and the next ones wait until it is paid for, at most half a minute at a time", () => {
  const { clock, quotas } = setUp({ bytesPerSecond: 1000 });
  expect(quotas.take(shop, { items: 1, bytes: 45_000 })).toBeUndefined();
  expect(quotas.take(shop, { items: 1, bytes: 1 })).toMatchObject({ retryAfterSeconds: 30 });
  clock.now = 30_000;
  expect(quotas.take(shop, { items: 1, bytes: 1 })).toMatchObject({ retryAfterSeconds: 10 });
  clock.now = 40_001;
  expect(quotas.take(shop, { items: 1, bytes: 1 })).toBeUndefined();
});

test("projects are counted separately, and a quota can be overridden for one", () => {
  const own = new Map([["lab", { spansPerSecond: 0, bytesPerSecond: 0 }]]);
  const { quotas } = setUp({ spansPerSecond: 1 }, own);
  const cost = { items: 5, bytes: 0 };
  expect(quotas.take(shop, cost)).toBeUndefined();
  expect(quotas.take(shop, cost)).toBeDefined();
  for (let request = 0; request < 9; request++) expect(quotas.take(lab, cost)).toBeUndefined();
  expect(quotas.take(asProjectId("other"), cost)).toBeUndefined();
});

test("a request that was not accepted after all costs nothing", () => {
  const { quotas } = setUp({ spansPerSecond: 1 });
  const cost = { items: 5, bytes: 0 };
  for (let request = 0; request < 9; request++) {
    expect(quotas.take(shop, cost)).toBeUndefined();
    quotas.giveBack(shop, cost);
  }
});
