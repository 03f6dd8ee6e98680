import { describe, expect, test } from "vitest";
import { backTest } from "../../src/backtest/back-test.ts";
import type { Monitor } from "../../src/monitors/monitor.ts";
import { monitorChange, type NotifiedHealth } from "../../src/monitors/monitor-change.ts";
import { type MonitorHealth, monitorHealth } from "../../src/monitors/monitor-health.ts";
import { whyNot } from "../../src/monitors/why-not.ts";
import { asDatapointId } from "../../src/platform/ids.ts";
import { dialog } from "../support/data/datapoints.ts";
import { aFinding, aMonitor, noon } from "../support/data/examples.ts";

const minute = 60_000;
const hour = 60 * minute;

test.each([
  ["otlp", /did not when the datapoint was received/],
  ["run", /its own checks judge/],
] as const)("the reason why a monitor whose condition holds did not match a call by %s is shown", (source, reason) => {
  const call = dialog({ input: "A refund, please", more: { source, startedAt: noon + 1 } });
  expect(whyNot(aMonitor(), { datapoint: call }, noon + 2)).toMatch(reason);
});

describe("is this monitor working?", () => {
  const now = noon + 48 * hour;
  const fine = {
    verdicts: { passed: 9 },
    overLimit: 0,
    today: { datapoints: 9, costUsd: 0 },
    projectDatapoints: 9,
    now,
  };
  const lastMatchedAt = now - 3 * minute;

  test.each<[string, Partial<Monitor>, object, RegExp]>([
    ["working", {}, { lastMatchedAt }, /3 min ago/],
    ["off", { enabled: false }, { lastMatchedAt }, /switched off/],
    ["no_data", {}, { lastMatchedAt: now - 30 * hour }, /nothing for 30 h, though 9 datapoints/],
    ["no_data", { noDataAfterMinutes: 2 }, { lastMatchedAt }, /nothing for 3 min/],
    ["no_data", {}, { projectDatapoints: 0 }, /has matched nothing yet, the project received nothing/],
    ["waiting", { createdAt: now - hour }, {}, /No call has matched/],
    ["broken", {}, { lastMatchedAt, verdicts: { passed: 2, broken: 3 } }, /3 of 5 verdicts/],
    ["working", {}, { lastMatchedAt, verdicts: { passed: 2, broken: 1 } }, /ago/],
    [
      "stopped",
      {},
      { lastMatchedAt, waiting: { sinceAt: now - hour, reason: "no judge is set" } },
      /60 min \(no judge/,
    ],
    ["working", {}, { lastMatchedAt, waiting: { sinceAt: now - minute } }, /ago/],
    ["daily_limit", { dailyLimits: { datapoints: 9 } }, { lastMatchedAt }, /9 datapoints a day/],
    [
      "idle",
      {},
      { lastMatchedAt, verdicts: { skipped: 12 }, skippedReason: "it needs a judge" },
      /All 12.*needs a judge/,
    ],
    ["working", {}, { lastMatchedAt, verdicts: { skipped: 12, passed: 1 } }, /ago/],
    ["working", {}, { lastMatchedAt, verdicts: { skipped: 3 } }, /ago/],
    ["working", { maxPerMinute: 2 }, { lastMatchedAt, verdicts: { skipped: 12 }, overLimit: 9 }, /ago/],
    [
      "daily_limit",
      { dailyLimits: { judgeUsd: 2 } },
      { lastMatchedAt, today: { datapoints: 1, costUsd: 2.5 } },
      /\$2 a day/,
    ],
  ])("%s: %j, %j", (state, monitor, seen, reason) => {
    const health = monitorHealth(aMonitor(monitor), { ...fine, ...seen });
    expect(health.state).toBe(state);
    expect(health.reason).toMatch(reason);
  });
});

describe("notifications about a monitor", () => {
  const now = noon;
  const change = (state: MonitorHealth["state"], notified?: NotifiedHealth, monitor: Partial<Monitor> = {}) =>
    monitorChange(aMonitor(monitor), { state, reason: "why" }, notified, now)?.kind;
  const longAgo = now - 2 * hour;

  test.each<[MonitorHealth["state"], string | undefined]>([
    ["broken", "broken"],
    ["stopped", "stopped"],
    ["no_data", undefined],
    ["idle", undefined],
    ["daily_limit", undefined],
    ["waiting", undefined],
    ["off", undefined],
    ["working", undefined],
  ])("for one without notifications that is %s: %s", (state, kind) => {
    expect(change(state)).toBe(kind);
  });

  test("a lack of matches is notified if the monitor sets a time for it", () => {
    expect(change("no_data", undefined, { noDataAfterMinutes: 30 })).toBe("no_data");
  });

  test("each change once, and no more than one an hour", () => {
    expect(change("broken", { state: "broken", at: longAgo })).toBeUndefined();
    expect(change("stopped", { state: "broken", at: longAgo })).toBe("stopped");
    expect(change("working", { state: "broken", at: longAgo })).toBe("works_again");
    expect(change("working", { state: "broken", at: now - minute })).toBeUndefined();
    expect(change("broken", { state: "works_again", at: now - minute })).toBeUndefined();
    expect(change("working", { state: "works_again", at: longAgo })).toBeUndefined();
    expect(change("off", { state: "broken", at: longAgo })).toBeUndefined();
  });
});

describe("a back-test", () => {
  const audience = { channels: new Map(), users: ["ann@example.org"] };
  const findings = [0, 1, 2, 50].map((at) =>
    aFinding({ at: noon + at * minute, datapointId: asDatapointId(`d${at}`), severity: "minor" }),
  );
  const other = aFinding({ fingerprint: ["other"], severity: "critical", at: noon + 5 * minute });
  const run = (monitor: Partial<Monitor>) =>
    backTest([...findings, other], { monitor: aMonitor(monitor), datapoints: [], audience });

  test("opens one issue per fingerprint at its first finding and sends a message each, most severe first", () => {
    const { issues, messages } = run({});
    expect(issues).toMatchObject([
      { severity: "critical", findings: 1, opensAt: noon + 5 * minute },
      { severity: "minor", findings: 4, opensAt: noon },
    ]);
    expect(messages).toEqual(new Map([["email", 2]]));
  });

  test("with a threshold holds back what does not reach it", () => {
    const { issues, messages } = run({ threshold: { kind: "count", findings: 3, withinMinutes: 10 } });
    expect(issues.map(({ opensAt }) => opensAt)).toEqual([undefined, noon + 2 * minute]);
    expect(messages).toEqual(new Map([["email", 1]]));
  });

  test("counts a digest, and what waits while it cools down, as one message", () => {
    const daily = [{ channel: "email", on: ["behavior", "error"], cadence: "daily" }] as const;
    expect(run({ notifications: daily }).messages).toEqual(new Map([["email", 1]]));
    const three = Array.from({ length: 5 }, (_, index) =>
      aFinding({ fingerprint: [`${index}`], at: noon + index * minute }),
    );
    const monitor = aMonitor({ cooldownMinutes: 30 });
    expect(backTest(three, { monitor, datapoints: [], audience }).messages).toEqual(new Map([["email", 2]]));
  });

  test("a storm is bounded as it would be", () => {
    const storm = Array.from({ length: 500 }, (_, index) => aFinding({ fingerprint: [`${index}`], at: noon + index }));
    const { issues, messages } = backTest(storm, { monitor: aMonitor(), datapoints: [], audience });
    expect(issues).toHaveLength(500);
    expect(messages).toEqual(new Map([["email", 11]]));
  });
});
