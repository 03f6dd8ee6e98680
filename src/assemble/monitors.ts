import { isDeepStrictEqual } from "node:util";
import type { MonitorId } from "../domain/ids.ts";
import type { Monitor } from "../domain/monitor.ts";
import { messageOf } from "../lib/failure.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";

interface Needs {
  /** The enabled monitors of all projects. */
  readonly read: () => Promise<readonly Monitor[]>;
  /** Tells every thread of the line. */
  readonly tell: (monitors: readonly Monitor[]) => void;
  readonly everyMs: number;
  readonly telemetry: Telemetry;
}

/**
 * Keeps the line's threads at the monitors that the records hold: at once where this process changed them, within
 * `everyMs` where another replica did.
 */
export async function followMonitors({ read, tell, everyMs, telemetry }: Needs) {
  let last: readonly Monitor[] | undefined;
  let known: ReadonlyMap<MonitorId, Monitor> = new Map();
  await refresh();
  const timer = setInterval(() => void refresh().catch(report), everyMs);
  timer.unref();
  return { refresh, byId: (id: MonitorId) => known.get(id), stop: () => clearInterval(timer) };

  async function refresh(): Promise<void> {
    const monitors = await read();
    if (isDeepStrictEqual(monitors, last)) return;
    last = monitors;
    known = new Map(monitors.map((monitor) => [monitor.id, monitor]));
    tell(monitors);
  }

  function report(thrown: unknown): void {
    telemetry.emit({
      kind: "monitors-not-read",
      level: "warn",
      message: "the monitors could not be read again; the last known ones stay in force",
      facts: { error: messageOf(thrown) },
    });
  }
}
