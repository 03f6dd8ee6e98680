import type { MonitorId } from "../domain/ids.ts";
import type { Monitor, WatchedMonitor } from "../domain/monitor.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { follow } from "./follow.ts";

interface Needs {
  /** The enabled monitors of all projects. */
  readonly read: () => Promise<readonly WatchedMonitor[]>;
  /** Tells every thread of the line. */
  readonly tell: (monitors: readonly WatchedMonitor[]) => void;
  readonly everyMs: number;
  readonly telemetry: Telemetry;
}

/** Keeps the line's threads at the monitors that the records hold. */
export async function followMonitors({ tell, ...needs }: Needs) {
  let known: ReadonlyMap<MonitorId, Monitor> = new Map();
  const following = await follow({
    ...needs,
    what: "monitors",
    tell: (monitors) => {
      known = new Map(monitors.map((monitor) => [monitor.id, monitor]));
      tell(monitors);
    },
  });
  return { ...following, byId: (id: MonitorId) => known.get(id) };
}
