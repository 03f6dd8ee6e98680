import { expect, test } from "vitest";
import { overLimitReason } from "../../src/checks/minute-limit.ts";
import { createMinuteLimits } from "../../src/monitors/minute-limits.ts";
import type { WatchedMonitor } from "../../src/monitors/monitor.ts";
import { createMatchMonitors, type EarlierVerdicts } from "../../src/monitors/stages/match-monitors.ts";
import { minuteMemory, takeInMinute } from "../../src/platform/http/minute-count.ts";
import { asDatapointId, asMonitorId } from "../../src/platform/ids.ts";
import { dialog } from "../support/data/datapoints.ts";
import { aMonitor, noon } from "../support/data/examples.ts";

const limited = aMonitor({ maxPerMinute: 2 });
const free = aMonitor({ id: asMonitorId("all"), checks: [{ check: "is_json", options: {} }] });
const reason = overLimitReason(2);
const call = (index: number) => ({ ...dialog({ input: "refund" }), id: asDatapointId(`datapoint_${index}`) });

/** A thread of a replica that uses the given memory. */
function thread(used: SharedArrayBuffer, at = noon) {
  const monitors: readonly WatchedMonitor[] = [{ ...limited, minute: { most: 2, used } }, free];
  const takeSlot = ({ minute }: WatchedMonitor) => !minute || takeInMinute(minute.used, minute.most, at);
  const { select } = createMatchMonitors({ monitors, now: noon, isSlow: () => false, takeSlot });
  return (index: number, before: EarlierVerdicts = []) => {
    const { monitorIds, requests } = select(call(index), before);
    const { skipReason } = requests.find(({ check }) => check === "model_refusal") ?? {};
    return { looked: monitorIds.includes(limited.id), skipReason: skipReason };
  };
}

test("the threads of a replica share a monitor's limit, and the next minute has places again", () => {
  const used = minuteMemory();
  const [one, other] = [thread(used), thread(used)];
  expect([one(1), other(2), one(3), other(4)]).toEqual([
    { looked: true },
    { looked: true },
    { looked: false, skipReason: reason },
    { looked: false, skipReason: reason },
  ]);
  expect(thread(used, noon + 60_000)(5)).toEqual({ looked: true });
});

test("the decision for a datapoint stays, and takes no slot, when its trace is read again", () => {
  const used = minuteMemory();
  const select = thread(used);
  const ofMonitor = { monitorIds: [limited.id] };
  expect(select(1, [{ ...ofMonitor, state: "skipped", reason }]).looked).toBe(false);
  // Nothing was used yet; then everything is.
  expect([select(2), select(3), select(4)].map(({ looked }) => looked)).toEqual([true, true, false]);
  expect(select(5, [{ ...ofMonitor, state: "failed" }])).toEqual({ looked: true });
  expect(select(6, [{ state: "passed", monitorIds: [free.id] }]).looked).toBe(false);
});

test("replicas divide a limit; while their number is unknown, the last one stays", async () => {
  let live: number | undefined = 3;
  const limits = createMinuteLimits({
    replicas: { beat: () => (live === undefined ? Promise.reject(new Error("away")) : Promise.resolve(live)) },
    now: () => noon,
    everyMs: 1000,
  });
  const most = (maxPerMinute: number) => {
    const monitors = [{ ...limited, maxPerMinute }, free];
    limits.replace(limited.projectId, monitors);
    return monitors.map((monitor) => limits.applyTo(monitor).minute?.most);
  };
  const changed: string[] = [];
  const count = () => limits.count((project) => changed.push(project));
  await count();
  expect([most(60), limits.isUncounted()]).toEqual([[60, undefined], true]);
  await count();
  expect([most(60), most(2), limits.isUncounted()]).toEqual([[20, undefined], [1, undefined], false]);
  live = undefined;
  await expect(count()).rejects.toThrow("away");
  expect(most(60)).toEqual([20, undefined]);
  live = 1;
  await count();
  expect(most(60)).toEqual([60, undefined]);
  await count();
  expect(changed).toEqual([limited.projectId, limited.projectId]);
});
