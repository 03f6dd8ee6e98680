import { messageOf } from "../../platform/failure.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Undo } from "../undo.ts";
import type { OpenStorage } from "./storage.ts";

interface Needs {
  readonly storage: Pick<OpenStorage, "hours">;
  readonly telemetry: Telemetry;
  readonly undo: Undo;
}

const tickMs = 60_000;
const hoursAtOnce = 24;

/** Works out the figures of hours that have settled, a few at a time, for as long as there are any. */
export function assembleHours({ storage: { hours }, telemetry, undo }: Needs): void {
  const stop = new AbortController();
  let working: Promise<void> | undefined;
  const timer = setInterval(() => {
    working ??= work()
      .catch(report)
      .finally(() => (working = undefined));
  }, tickMs);
  timer.unref();
  undo.add(async () => {
    stop.abort();
    clearInterval(timer);
    await working;
  });

  async function work(): Promise<void> {
    while (!stop.signal.aborted && (await hours.roll(hoursAtOnce)) > 0);
  }

  function report(thrown: unknown): void {
    telemetry.emit({
      kind: "hours-not-worked-out",
      level: "warn",
      message: "figures of past hours could not be worked out just now; charts read the calls themselves meanwhile",
      facts: { error: messageOf(thrown) },
    });
  }
}
