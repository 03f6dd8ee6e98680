import { messageOf } from "../platform/failure.ts";
import { createSchedule } from "../platform/scheduling/schedule.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { DeletionStore, Eraser } from "./ports/deletions.ts";
import type { PrivacyStore } from "./ports/privacy.ts";
import { createErase } from "./stages/erase.ts";
import type { Tombstones } from "./stages/tombstones.ts";

export interface DeletionsDependencies {
  readonly deletions: DeletionStore;
  readonly privacy: Pick<PrivacyStore, "all">;
  readonly eraser: Eraser;
  readonly deadLetters: Parameters<typeof createErase>[0]["deadLetters"];
  /** Of projects without a shorter one. */
  readonly retentionDays: number;
  /** Resolves when everything accepted before the call is stored. */
  readonly batchesEnded: () => Promise<void>;
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
export function startDeletions({
  deletions: store,
  privacy,
  eraser,
  deadLetters,
  retentionDays: longest,
  batchesEnded,
  tombstones,
  telemetry,
  shutdownStack,
  now,
}: DeletionsDependencies) {
  const erase = createErase({
    store,
    eraser,
    deadLetters,
    tombstones,
    linePassed: batchesEnded,
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
    for (const [project, { retentionDays }] of await privacy.all())
      if (retentionDays !== undefined && retentionDays < longest)
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
