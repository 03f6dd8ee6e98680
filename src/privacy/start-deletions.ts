import type { Settings } from "../app/settings/settings.ts";
import type { OpenStorage } from "../app/storage.ts";
import type { Pipeline } from "../pipeline/pipeline.ts";
import { messageOf } from "../platform/failure.ts";
import { createSchedule } from "../platform/scheduling/schedule.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import { createErase } from "./stages/erase.ts";
import type { Tombstones } from "./stages/tombstones.ts";

interface DeletionsDependencies {
  readonly settings: Settings;
  readonly storage: Pick<OpenStorage, "records" | "eraser" | "deadLetters">;
  readonly line: Pick<Pipeline, "passed">;
  readonly tombstones: Tombstones;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
  readonly now: () => number;
}

const dayMs = 86_400_000;
const tickMs = 2000;
/** Partitions are weeks, so a shorter interval would rarely find anything. */
const expiryMs = dayMs / 4;

/**
 * Carries out deletion requests and project retention: immediately on the replica that received the request,
 * later on the others.
 */
export function assembleDeletions({
  settings,
  storage,
  line,
  tombstones,
  telemetry,
  shutdownStack,
  now,
}: DeletionsDependencies) {
  const { records, eraser, deadLetters } = storage;
  const { deletions: store } = records;
  const erase = createErase({
    store,
    eraser,
    deadLetters,
    tombstones,
    linePassed: () => line.passed(),
    telemetry,
    now,
  });
  const stop = new AbortController();
  let expiredAt = 0;
  const schedule = createSchedule({ work, onFailure: report, everyMs: tickMs });
  schedule.start();
  shutdownStack.add(() => {
    stop.abort();
    return schedule.stop();
  });
  return { wake: schedule.wake };

  async function work(): Promise<void> {
    await tombstones.refresh();
    while (!stop.signal.aborted && (await erase()));
    if (stop.signal.aborted || now() - expiredAt < expiryMs) return;
    expiredAt = now();
    for (const [project, { retentionDays }] of await records.privacy.all())
      if (retentionDays !== undefined && retentionDays < settings.limits.retentionDays)
        await eraser.expire(project, now() - retentionDays * dayMs);
  }

  function report(thrown: unknown): void {
    telemetry.emit({
      kind: "deletions-not-looked-for",
      level: "warn",
      message: "requests to delete could not be carried out just now; they are looked for again",
      facts: { error: messageOf(thrown) },
    });
  }
}
