import type { Failure } from "../platform/failure.ts";
import type { RetryOptions } from "../platform/scheduling/retry.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";

interface Needs {
  readonly telemetry: Telemetry;
  /** Ends the retries when the service stops. */
  readonly signal: AbortSignal;
}

/** How a station tries again what a dependency refused: counted each time, told to people once it lasts. */
export function stationRetries({ telemetry, signal }: Needs, station: string, message: string): RetryOptions {
  return {
    firstMs: 100,
    maxMs: 5000,
    signal,
    onFailure: (failure: Failure, failures: number) =>
      telemetry.emit({
        kind: "station-retries",
        level: failures === 3 ? "warn" : "debug",
        labels: { station },
        message,
        facts: { failures, error: failure.message, ...failure.facts },
      }),
  };
}
