import type { Failure } from "../platform/failure.ts";
import type { RetryOptions } from "../platform/scheduling/retry.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";

interface StageRetryDependencies {
  readonly telemetry: Telemetry;
  readonly signal: AbortSignal;
}

/**
 * Returns the retry options of a stage whose dependency fails: each failure is counted, and logged once it lasts.
 */
export function stageRetries(
  { telemetry, signal }: StageRetryDependencies,
  stage: string,
  message: string,
): RetryOptions {
  return {
    firstMs: 100,
    maxMs: 5000,
    signal,
    onFailure: (failure: Failure, failures: number) =>
      telemetry.emit({
        kind: "station-retries",
        level: failures === 3 ? "warn" : "debug",
        labels: { station: stage },
        message,
        facts: { failures, error: failure.message, ...failure.facts },
      }),
  };
}
