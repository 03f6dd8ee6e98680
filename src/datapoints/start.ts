import { messageOf } from "../platform/failure.ts";
import { createSchedule } from "../platform/scheduling/schedule.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { HourlyRollup } from "./rollups/hourly-rollup.ts";

interface HourlyRollupsDependencies {
  readonly hours: HourlyRollup;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
}

const hoursAtOnce = 24;

/** Computes the rollups of settled hours in small batches until none are left. */
export function startHourlyRollups({ hours, telemetry, shutdownStack }: HourlyRollupsDependencies): void {
  const schedule = createSchedule({
    work: async () => ((await hours.run(hoursAtOnce)) > 0 ? "again" : undefined),
    onFailure: report,
    everyMs: 60_000,
  });
  schedule.start();
  shutdownStack.add(schedule.stop);

  function report(thrown: unknown): void {
    telemetry.emit({
      kind: "hours-not-worked-out",
      level: "warn",
      message: "hourly rollups could not be computed; charts read individual calls until the next attempt",
      facts: { error: messageOf(thrown) },
    });
  }
}
