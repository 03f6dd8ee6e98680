import { describe, expect, test } from "vitest";
import { globalProject } from "../../../src/domain/ids.ts";
import { atResponsePath } from "../../../src/lib/response-path.ts";
import { createAsk } from "../../../src/offline/served/ask.ts";
import { createReporter } from "../../../src/offline/served/reporter.ts";
import type { ModelReply } from "../../../src/ports/model-calls.ts";
import type { RowReport } from "../../../src/ports/offline.ts";

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

function asks(replies: readonly ModelReply[]) {
  const left = [...replies];
  const ask = createAsk({
    call: () => Promise.resolve(left.shift() ?? answered),
    spend: { reserve: () => Promise.resolve(true), settle: () => Promise.resolve() },
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
      spend: { reserve: () => Promise.resolve(true), settle: () => Promise.resolve() },
      now: Date.now,
    });
    await expect(own(asking, broken.signal)).rejects.toThrow("the run is over");
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
