import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { chatSpan } from "../lab/spans.ts";
import { eventually } from "../support/service/service-api.ts";
import { hostileService } from "./support/hostile-service.ts";

const script = new URL("support/stalling-service.ts", import.meta.url).pathname;
const hostile = hostileService({ script });
const startMs = Date.now() - 5000;

beforeAll(async () => {
  await hostile.start();
  const monitor = { name: "JSON", condition: "provider:openai", checks: [{ check: "is_json", severity: "minor" }] };
  await hostile.api().post("/monitors", monitor);
});
afterAll(() => hostile.stop());

const Listed = z.object({ items: z.array(z.looseObject({ id: z.string() })) });
const datapointsOf = async (traceId: string) =>
  Listed.parse(await hostile.api().get(`/datapoints?q=trace:${traceId}`)).items;
const Detail = z.looseObject({
  verdicts: z.array(z.looseObject({ check: z.string(), state: z.string(), reason: z.string().optional() })),
});
async function verdictOf(traceId: string, check: string) {
  const [found] = await eventually(
    () => datapointsOf(traceId),
    (items) => items.length > 0,
  );
  const { verdicts } = Detail.parse(await hostile.api().get(`/datapoints/${found?.id}`));
  return verdicts.find((verdict) => verdict.check === check);
}
const DeadLetters = z.object({
  count: z.number(),
  items: z.array(z.looseObject({ traceId: z.string(), reason: z.string() })),
});
const deadLetters = async () => DeadLetters.parse(await hostile.api().get("/dead-letters"));
const strikesIn = (output: string) => output.split("a trace ended the thread").length - 1;

describe("a check that does not end on one call", () => {
  test("is broken there with the reason; every other call of the same request gets its verdict, once", async () => {
    const spans = Array.from({ length: 30 }, (_, number) =>
      chatSpan({ run: 900, number, startMs, ...(number === 15 ? { answer: "STALL THE CHECK" } : {}) }),
    );
    expect((await hostile.send(spans)).status).toBe(200);
    expect(await verdictOf(spans[15]?.traceId ?? "", "is_json")).toMatchObject({
      state: "broken",
      reason: "it did not finish within 1 s and was ended",
    });
    for (const number of [0, 14, 16, 29])
      expect(await verdictOf(spans[number]?.traceId ?? "", "is_json")).toMatchObject({ state: "failed" });
    const all = Listed.parse(await hostile.api().get("/datapoints?q=provider:openai&limit=100")).items;
    expect(all).toHaveLength(30);
    expect((await deadLetters()).count).toBe(0);
  });

  test("is paused for the project after it did so three times", async () => {
    const again = [1, 2, 3, 4].map((number) => chatSpan({ run: 901, number, startMs, answer: "STALL THE CHECK" }));
    for (const span of again) await hostile.send([span]);
    for (const { traceId } of again) expect((await verdictOf(traceId, "is_json"))?.state).toBe("broken");
    const last = chatSpan({ run: 902, number: 1, startMs });
    await hostile.send([last]);
    expect(await verdictOf(last.traceId, "is_json")).toMatchObject({
      state: "broken",
      reason: expect.stringContaining("calls of this project within 10 minutes and is paused"),
    });
  });

  test("does not hold up a person who tries it: the verdict is broken, and the service answers meanwhile", async () => {
    const span = chatSpan({ run: 901, number: 1, startMs });
    const [stored] = await datapointsOf(span.traceId);
    const evaluated = hostile.api().post("/checks/is_json/evaluate", { datapointId: stored?.id });
    expect((await fetch(`${hostile.service().url}/healthz`)).status).toBe(200);
    expect(await evaluated).toMatchObject({ state: "broken", reason: "it did not finish within 1 s and was ended" });
  });
});

describe("a trace that ends the thread outside of a check", () => {
  test("goes to the dead-letter queue at the second time, also when the service is killed in between", async () => {
    const before = strikesIn(hostile.service().output());
    const [poison, ...healthy] = Array.from({ length: 10 }, (_, number) => ({
      ...chatSpan({ run: 910, number, startMs }),
      ...(number === 0 ? { name: "STALL THE TRACE" } : {}),
    }));
    await hostile.send([...(poison ? [poison] : []), ...healthy]);
    await expect.poll(() => strikesIn(hostile.service().output()) - before).toBeGreaterThan(0);
    await hostile.service().kill("SIGKILL");
    await hostile.start();
    const { items } = await eventually(deadLetters, ({ count }) => count > 0);
    expect(items).toMatchObject([{ traceId: poison?.traceId }]);
    expect(items[0]?.reason).toMatch(/it ended \d threads: "assemble its datapoints" did not finish within 1 s/);
    // The strike from before the restart was not forgotten: one more was enough.
    const [untilBuried = ""] = hostile.service().output().split("was moved to the dead-letter queue");
    expect(strikesIn(untilBuried)).toBe(1);
    for (const { traceId } of healthy) expect((await verdictOf(traceId, "is_json"))?.state).toBeDefined();
    const stored = Listed.parse(await hostile.api().get("/datapoints?q=provider:openai&limit=200")).items;
    expect(new Set(stored.map(({ id }) => id)).size).toBe(stored.length);
  });
});
