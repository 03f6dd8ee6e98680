import { describe, expect, test } from "vitest";
import { createJudgeGate } from "../../src/checks/judges/gate.ts";
import type { JudgeModel } from "../../src/checks/judges/judge.ts";
import type { JudgeGate } from "../../src/checks/ports/judges.ts";
import type { ModelReply } from "../../src/checks/ports/model-calls.ts";
import { atResponsePath } from "../../src/platform/http/response-path.ts";
import { globalProject } from "../../src/platform/ids.ts";
import type { RowReport } from "../../src/testing/ports/testing-stores.ts";
import { createCallServedModel } from "../../src/testing/served/call-served-model.ts";
import { createReporter } from "../../src/testing/served/reporter.ts";
import { aJudge } from "../support/providers/judge-models.ts";

const location = {
  upstream: { id: "fake", baseUrl: "https://models.example/v1", auth: { kind: "none" } },
  providerName: "fake",
  model: "small",
} as const;
const modelCall = {
  project: globalProject,
  at: { kind: "found", location },
  messages: [],
  params: {},
  timeoutMs: 1000,
} as const;
const answeredReply: ModelReply = { kind: "answered", text: "Yes", toolCalls: [], usage: {} };
const failed = (more: Partial<Extract<ModelReply, { kind: "failed" }>> = {}): ModelReply => ({
  kind: "failed",
  message: "away",
  isPassing: true,
  ...more,
});

const nobody: Pick<JudgeGate, "enter"> = { enter: () => Promise.reject(new Error("this is no judge")) };

function startCalls(replies: readonly ModelReply[]) {
  const left = [...replies];
  const callModel = createCallServedModel({
    call: () => Promise.resolve(left.shift() ?? answeredReply),
    judges: nobody,
    now: Date.now,
    random: () => 0,
    firstWaitMs: 1,
  });
  return { ask: () => callModel(modelCall, new AbortController().signal), left };
}

describe("a call", () => {
  test.each([
    ["that goes through is made once", [answeredReply], 1, "answered"],
    ["that fails in passing is made again", [failed(), failed({ status: 503 }), answeredReply], 3, "answered"],
    ["that is refused is not made again", [failed({ isPassing: false, status: 400 }), answeredReply], 1, "failed"],
    ["that keeps failing is given up after five attempts", Array.from({ length: 9 }, () => failed()), 5, "failed"],
    [
      "that is rate limited is retried as often as necessary",
      [...Array.from({ length: 8 }, () => failed({ status: 429, retryAfterMs: 1 })), answeredReply],
      9,
      "answered",
    ],
    ["that is rate limited for an hour is given up", [failed({ status: 429, retryAfterMs: 3_600_000 })], 1, "failed"],
  ] as const)("%s", async (_, replies, attempts, kind) => {
    expect(await startCalls(replies).ask()).toMatchObject({ attempts, reply: { kind } });
  });

  test("ends immediately when it is aborted", async () => {
    const broken = new AbortController();
    broken.abort(new Error("the run is over"));
    const own = createCallServedModel({
      call: () => Promise.resolve(answeredReply),
      judges: nobody,
      now: Date.now,
    });
    await expect(own(modelCall, broken.signal)).rejects.toThrow("the run is over");
  });
});

describe("a judge model that is called as a model", () => {
  const at = (judge: JudgeModel) => ({ ...modelCall, at: { ...modelCall.at, judge } });
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
      return Promise.resolve({ ...answeredReply, usage: { inputTokens: 3 } });
    };
    const callModel = createCallServedModel({ call, judges, now: () => clock.now, random: () => 0 });
    const checked = await judges.enter(judge, 0, signal);
    if (checked.kind === "entered") await checked.leave({ kind: "worked", usd: 1 });
    await callModel(at(judge), signal);
    expect([calls, spent]).toEqual([1, [1, 3]]);
    const waiting = callModel(at(judge), signal);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(calls).toBe(1);
    clock.now += 1;
    expect(await waiting).toMatchObject({ attempts: 2, reply: { kind: "answered" } });
    expect(calls).toBe(2);
  });

  test("opens the breaker of the judge's endpoint, and is not called behind it", async () => {
    const judge = aJudge({});
    const judges = gateOf();
    const callModel = createCallServedModel({
      call: () => Promise.resolve(failed()),
      judges,
      now: () => clock.now,
      firstWaitMs: 1,
    });
    expect(await callModel(at(judge), signal)).toMatchObject({ attempts: 5, reply: { kind: "failed" } });
    expect(judges.stateOf(judge)).toMatchObject({ kind: "open", reason: "away" });
    expect(await judges.enter(judge, 0, signal)).toMatchObject({ kind: "later" });
  });

  test("is an answer with its reason when the daily limit is reached", async () => {
    const callModel = createCallServedModel({
      call: () => Promise.resolve(answeredReply),
      judges: gateOf(false),
      now: () => clock.now,
    });
    const { reply } = await callModel(at(aJudge({ name: "Mini" })), signal);
    expect(reply).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("the daily limit of Mini") as string,
    });
  });
});

test("results that come while others are written are written together, each once", async () => {
  const writes: (readonly RowReport[])[] = [];
  let records = 0;
  const report = createReporter({
    storeReports: async (reports) => {
      writes.push(reports);
      await new Promise((resolve) => setImmediate(resolve));
    },
    record: () => void records++,
    signal: new AbortController().signal,
    emitTrouble: () => undefined,
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
