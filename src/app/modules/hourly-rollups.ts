import { messageOf } from "../../platform/failure.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { ShutdownStack } from "../shutdown-stack.ts";
import type { OpenStorage } from "./storage.ts";

interface HourlyRollupsDependencies {
  readonly storage: Pick<OpenStorage, "hours">;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
}

const tickMs = 60_000;
const hoursAtOnce = 24;

/** Computes the rollups of settled hours in small batches until none are left. */
export function assembleHours({ storage: { hours }, telemetry, shutdownStack }: HourlyRollupsDependencies): void {
  const stop = new AbortController();
  let working: Promise<void> | undefined;
  const timer = setInterval(() => {
    working ??= work()
      .catch(report)
      .finally(() => (working = undefined));
  }, tickMs);
  timer.unref();
  shutdownStack.add(async () => {
    stop.abort();
    clearInterval(timer);
    await working;
  });

  async function work(): Promise<void> {
    while (!stop.signal.aborted && (await hours.run(hoursAtOnce)) > 0);
  }

  function report(thrown: unknown): void {
    telemetry.emit({
      kind: "hours-not-worked-out",
      level: "warn",
      message: "hourly rollups could not be computed; charts read individual calls until the next attempt",
      facts: { error: messageOf(thrown) },
    });
  }
}
