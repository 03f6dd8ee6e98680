import { describe, expect, test } from "vitest";
import { conditionFields, createMatcher, matchable, requireQuery } from "../../src/datapoints/query/index.ts";
import type { WatchedMonitor } from "../../src/monitors/monitor.ts";
import { createMatchMonitors, isSampled } from "../../src/monitors/stages/match-monitors.ts";
import { createProjectMonitors } from "../../src/monitors/stages/project-monitors.ts";
import { asMonitorId, asProjectId, globalProject } from "../../src/platform/ids.ts";
import { dialog } from "../support/data/datapoints.ts";
import { aMonitor, noon } from "../support/data/examples.ts";

const conditions = [
  "",
  "model:gpt-4o",
  "model:GPT-4o",
  "model:=gpt-4o",
  "model:gpt*",
  "model:(gpt-4o OR claude)",
  "-model:gpt-4o",
  "model:!=gpt-4o",
  "env:prod service:shop",
  "env:prod OR service:shop",
  "env:prod OR latency:>100ms",
  "tag:beta",
  "tag:ALPHA status:ok",
  "status:error",
  "is:ok",
  "input:refund",
  "refund",
  "user:u1",
  "user:U1",
  "model:gpt-4o -env:prod",
  "(env:prod OR env:test) model:claude",
  "nosuchfield:x",
];
const models = [undefined, "gpt-4o", "GPT-4O", "claude"];
const datapoints = models.flatMap((model) =>
  ["prod", "Test", undefined].flatMap((environment) =>
    [
      { tags: ["Alpha", "beta"], userId: "u1" },
      { tags: [], service: "Shop" },
    ].map((more) =>
      dialog({
        input: "a refund",
        more: {
          ...more,
          ...(model === undefined ? {} : { requestModel: model, responseModel: `${model}-0613` }),
          ...(environment === undefined ? {} : { environment }),
        },
      }),
    ),
  ),
);
const id = (index: number) => asMonitorId(`monitor_${index}`);

describe("matching monitors", () => {
  test("grouped and indexed conditions match like each condition alone, in the monitors' order", () => {
    // Every condition twice, the second time with a sample rate.
    const monitors = [...conditions, ...conditions].map((condition, index) =>
      aMonitor({ id: id(index), condition, sampleRate: index < conditions.length ? 1 : 0.5 }),
    );
    const { select } = createMatchMonitors({ monitors, now: noon, isSlow: () => false });
    for (const datapoint of datapoints) {
      const expected = monitors.filter((monitor) => {
        if (monitor.condition.startsWith("nosuchfield")) return false;
        const query = requireQuery(monitor.condition, { now: noon, fields: conditionFields });
        return createMatcher(query)(matchable(datapoint)) && isSampled(monitor, datapoint);
      });
      const { monitorIds, requests } = select(datapoint);
      expect(monitorIds).toEqual(expected.map((monitor) => monitor.id));
      expect(requests.flatMap((request) => request.monitorIds)).toEqual(monitorIds);
      expect(select(datapoint).requests).toBe(requests);
    }
  });

  test("an equal condition is evaluated once, and one about another model not at all", () => {
    let reads = 0;
    const datapoint = dialog({ input: "hello", more: { requestModel: "gpt-4o" } });
    Object.defineProperty(datapoint, "environment", { get: () => void reads++ });
    const monitors = [
      ...Array.from({ length: 50 }, (_, index) => aMonitor({ id: id(index), condition: "model:gpt-4o -env:prod" })),
      ...Array.from({ length: 50 }, (_, index) =>
        aMonitor({ id: id(index + 50), condition: `model:m${index} -env:prod` }),
      ),
    ];
    const { select } = createMatchMonitors({ monitors, now: noon, isSlow: () => false });
    expect(select(datapoint).monitorIds).toHaveLength(50);
    expect(reads).toBe(1);
  });
});

describe("a thread's monitors", () => {
  const other = asProjectId("other");
  const datapoint = dialog({ input: "refund" });
  const of = (projectId: typeof other, changes: Partial<WatchedMonitor> = {}) => aMonitor({ projectId, ...changes });

  test("a change compiles the monitors of its project alone", () => {
    const monitors = createProjectMonitors({ isSlow: () => false, now: () => noon });
    expect(monitors.of(globalProject).select(datapoint).monitorIds).toEqual([]);
    monitors.replace(globalProject, [of(globalProject)]);
    const compiled = monitors.of(globalProject);
    expect(compiled.select(datapoint).monitorIds).toEqual(["refunds"]);
    monitors.replace(other, [of(other)]);
    expect(monitors.of(globalProject)).toBe(compiled);
    monitors.replace(globalProject, undefined);
    expect(monitors.of(globalProject).select(datapoint).monitorIds).toEqual([]);
    expect(monitors.of(other).byId.size).toBe(1);
  });

  test("which checks are slow is decided anew when the project's checks change", () => {
    let slow = false;
    const monitors = createProjectMonitors({ isSlow: () => slow, now: () => noon });
    monitors.replace(globalProject, [of(globalProject)]);
    expect(monitors.of(globalProject).select(datapoint).slowRequests).toHaveLength(0);
    slow = true;
    monitors.recompile(globalProject);
    expect(monitors.of(globalProject).select(datapoint).slowRequests).toHaveLength(1);
  });

  test("relative times in a condition move on", () => {
    let now = datapoint.startedAt;
    const monitors = createProjectMonitors({ isSlow: () => false, now: () => now });
    monitors.replace(globalProject, [of(globalProject, { condition: "ts:>now-1h" })]);
    expect(monitors.of(globalProject).select(datapoint).monitorIds).toHaveLength(1);
    now += 2 * 3_600_000;
    expect(monitors.of(globalProject).select(datapoint).monitorIds).toHaveLength(0);
  });
});
