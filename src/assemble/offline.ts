import { messageOf } from "../lib/failure.ts";
import { createSettling, type Settling } from "../offline/settle.ts";
import type { Admission } from "../ports/admission.ts";
import { createRunReader } from "../storage/clickhouse/read/runs.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { OpenStorage } from "./storage.ts";
import type { Undo } from "./undo.ts";

interface Needs {
  readonly storage: Pick<OpenStorage, "records" | "clickhouse">;
  readonly admission: Admission;
  readonly telemetry: Telemetry;
  readonly undo: Undo;
  readonly now: () => number;
}

const settleEveryMs = 1000;

/** Test runs, brought to their end while the service runs. */
export function assembleOffline({ storage, admission, telemetry, undo, now }: Needs): Settling {
  const settling = createSettling({
    ...storage.records,
    admission,
    reader: createRunReader(storage.clickhouse),
    now,
  });
  let round: Promise<void> | undefined;
  const timer = setInterval(() => {
    round ??= settling
      .settleAll()
      .catch((thrown: unknown) =>
        telemetry.emit({
          kind: "test-runs-unsettled",
          level: "error",
          message: "test runs could not be brought to their end; it is tried again",
          facts: { error: messageOf(thrown) },
        }),
      )
      .finally(() => {
        round = undefined;
      });
  }, settleEveryMs);
  undo.add(async () => {
    clearInterval(timer);
    await round;
  });
  return settling;
}
