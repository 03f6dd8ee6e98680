import { describe, expect, test } from "vitest";
import { createJudgeGate } from "../../src/checks/judges/gate.ts";
import type { JudgeModel } from "../../src/checks/judges/judge.ts";
import type { JudgeGate } from "../../src/checks/ports/judges.ts";
import type { ModelReply } from "../../src/checks/ports/model-calls.ts";
import { atResponsePath } from "../../src/platform/http/response-path.ts";
import { globalProject } from "../../src/platform/ids.ts";
import type { RowReport } from "../../src/testing/ports/offline.ts";
import { createAsk } from "../../src/testing/served/ask.ts";
import { createReporter } from "../../src/testing/served/reporter.ts";
import { aJudge } from "../support/providers/judge-models.ts";

const place = {
  upstream: { id: "fake", baseUrl: "https://models.example/v1", auth: { kind: "none" } },
  providerName: "fake",
  model: "small",
} as const;
const asking = {
  project: globalProject,
  at: { kind: "found", place },
  messages: [],
  params: {},
  timeoutMs: 1000,
} as const;
const answered: ModelReply = { kind: "answered", text: "Yes", toolCalls: [], usage: {} };
const failed = (more: Partial<Extract<ModelReply, { kind: "failed" }>> = {}): ModelReply => ({
  kind: "failed",
  message: "away",
  isPassing: true,
  ...more,
});

const nobody: Pick<JudgeGate, "enter"> = { enter: () => Promise.reject(new Error("this is no judge")) };

function asks(replies: readonly ModelReply[]) {
  const left = [...replies];
  const ask = createAsk({
    call: () => Promise.resolve(left.shift() ?? answered),
    judges: nobody,
    now: Date.now,
    random: () => 0,
    firstWaitMs: 1,
  });
  return { ask: () => ask(asking, new AbortController().signal), left };
}

describe("a call", () => {
  test.each([
    ["that goes through is made once", [answered], 1, "answered"],
    ["that fails in passing is made again", [failed(), failed({ status: 503 }), answered], 3, "answered"],
    ["that is refused is not made again", [failed({ isPassing: false, status: 400 }), answered], 1, "failed"],
    ["that keeps failing is given up after five times", Array.from({ length: 9 }, () => failed()), 5, "failed"],
    [
      "that is told to wait is made as often as it takes",
      [...Array.from({ length: 8 }, () => failed({ status: 429, retryAfterMs: 1 })), answered],
      9,
      "answered",
    ],
    ["that is told to wait for an hour is given up", [failed({ status: 429, retryAfterMs: 3_600_000 })], 1, "failed"],
  ] as const)("%s", async (_, replies, attempts, kind) => {
    expect(await asks(replies).ask()).toMatchObject({ attempts, reply: { kind } });
  });

  test("ends at once when it is broken off", async () => {
    const broken = new AbortController();
    broken.abort(new Error("the run is over"));
    const own = createAsk({
      call: () => Promise.resolve(answered),
      judges: nobody,
      now: Date.now,
    });
    await expect(own(asking, broken.signal)).rejects.toThrow("the run is over");
  });
});

describe("a judge model that is called as a model", () => {
  const at = (judge: JudgeModel) => ({ ...asking, at: { ...asking.at, judge } });
  const signal = new AbortController().signal;
  // The last millisecond of a minute.
  const clock = { now: Date.parse("2026-06-01T12:00:59.999Z") };
  const spent: number[] = [];
  const gateOf = (isCovered = true) =>
    createJudgeGate({
      spend: {
        reserve: () => Promise.resolve(isCovered),
        settle: (_judge, _day, _reserved, usd) => Promise.resolve(void spent.push(usd)),
      },
      now: () => clock.now,
    });

  test("shares the minute of the judge with its checks, and pays from its day", async () => {
    const judge = aJudge({ requestsPerMinute: 2, price: { input: 1_000_000, output: 0 } });
    const judges = gateOf();
    let calls = 0;
    const call = () => {
      calls++;
      return Promise.resolve({ ...answered, usage: { inputTokens: 3 } });
    };
    const ask = createAsk({ call, judges, now: () => clock.now, random: () => 0 });
    const checked = await judges.enter(judge, 0, signal);
    if (checked.kind === "entered") await checked.leave({ kind: "worked", usd: 1 });
    await ask(at(judge), signal);
    expect([calls, spent]).toEqual([1, [1, 3]]);
    const waiting = ask(at(judge), signal);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(calls).toBe(1);
    clock.now += 1;
    expect(await waiting).toMatchObject({ attempts: 2, reply: { kind: "answered" } });
    expect(calls).toBe(2);
  });

  test("opens the breaker of the judge's endpoint, and is not called behind it", async () => {
    const judge = aJudge({});
    const judges = gateOf();
    const ask = createAsk({ call: () => Promise.resolve(failed()), judges, now: () => clock.now, firstWaitMs: 1 });
    expect(await ask(at(judge), signal)).toMatchObject({ attempts: 5, reply: { kind: "failed" } });
    expect(judges.stateOf(judge)).toMatchObject({ kind: "open", because: "away" });
    expect(await judges.enter(judge, 0, signal)).toMatchObject({ kind: "later" });
  });

  test("is an answer with its reason when the day's ceiling is reached", async () => {
    const ask = createAsk({ call: () => Promise.resolve(answered), judges: gateOf(false), now: () => clock.now });
    const { reply } = await ask(at(aJudge({ name: "Mini" })), signal);
    expect(reply).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("the day's ceiling of Mini") as string,
    });
  });
});

test("results that come while others are written are written together, each once", async () => {
  const writes: (readonly RowReport[])[] = [];
  let records = 0;
  const report = createReporter({
    keep: async (reports) => {
      writes.push(reports);
      await new Promise((resolve) => setImmediate(resolve));
    },
    record: () => Promise.resolve(void records++),
    signal: new AbortController().signal,
    troubled: () => undefined,
  });
  const row = (index: number) =>
    ({ rowId: `${index}`, repeat: 1, input: "", expected: null, state: "leased" }) as const;
  await Promise.all(Array.from({ length: 20 }, (_, index) => report(row(index), { startedAt: 0, durationMs: 0 })));
  const written = writes.flat().map(({ rowId }) => rowId);
  expect(written.toSorted()).toEqual(Array.from({ length: 20 }, (_, index) => `${index}`).toSorted());
  expect(writes.length).toBeLessThan(20);
  expect(records).toBeGreaterThan(0);
});

test.each([
  ["response", { a: 1 }],
  ["response.a", 1],
  ['response["a b"][1].c', "here"],
  ["response.constructor", undefined],
  ["response.a[0]", undefined],
  ["response..a", undefined],
  ["answer.a", undefined],
] as const)("%s leads to %j", (path, found) => {
  const whole = found === "here" ? { "a b": [0, { c: "here" }] } : { a: 1 };
  expect(atResponsePath(whole, path)).toEqual(found);
});
