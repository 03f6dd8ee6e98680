import { messageOf } from "../../platform/failure.ts";
import { asDatapointId, type ProjectId } from "../../platform/ids.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { DeadLetterQueue } from "../../storage/index.ts";
import { type Deletion, type DeletionCounts, nothingDeleted, passesWanted, plus } from "../deletion.ts";
import type { DeletionStore, Eraser, Erasure } from "../ports/deletions.ts";
import type { Tombstones } from "./tombstones.ts";

interface EraseDependencies {
  readonly store: DeletionStore;
  readonly eraser: Eraser;
  readonly deadLetters: Pick<DeadLetterQueue, "erase">;
  readonly tombstones: Pick<Tombstones, "refresh">;
  /** Resolves when the write batches in progress have ended. */
  readonly linePassed: () => Promise<void>;
  readonly telemetry: Telemetry;
  readonly now: () => number;
}

const leaseMs = 600_000;
const secondPassMs = 60_000;
const againMs = 30_000;

/**
 * Carries out deletions: first the tombstone, so that no matching data is stored any more, then the stored
 * data. Returns whether there was one to carry out.
 */
export function createErase({ store, eraser, deadLetters, tombstones, linePassed, telemetry, now }: EraseDependencies) {
  return async (): Promise<boolean> => {
    const claimed = await store.claim(now(), now() + leaseMs);
    if (!claimed) return false;
    const { deletion, epoch } = claimed;
    const running: Deletion = { ...deletion, state: deletion.state === "done" ? "done" : "running" };
    try {
      await store.save(running, epoch);
      const counts = plus(deletion.counts, await pass(deletion));
      // Otherwise the lease expired, and the next holder reports.
      if (await store.save(after(running, counts), epoch)) report(running, counts);
    } catch (thrown) {
      const problem = messageOf(thrown).slice(0, 500);
      await store.save({ ...running, problem, nextPassAt: now() + againMs }, epoch);
      telemetry.emit({
        kind: "deletions-failed",
        level: "warn",
        message: "a deletion failed; Gaffe retries",
        facts: { deletion: deletion.id, error: messageOf(thrown) },
      });
    }
    return true;
  };

  async function pass(deletion: Deletion): Promise<DeletionCounts> {
    await tombstones.refresh();
    await linePassed();
    const { kind, projectId, before, value = "" } = deletion;
    if (kind === "project") {
      const erasedDeadLetters = await deadLetters.erase(projectId, { before });
      const erased = plus(await erase(projectId, { kind: "project", before }), { deadLetters: erasedDeadLetters });
      return plus(erased, await store.removeProject(projectId, before));
    }
    if (kind === "datapoint") {
      const id = asDatapointId(value);
      const traceId = await eraser.traceOf(projectId, id);
      if (traceId === undefined) return nothingDeleted;
      await stop(projectId, [traceId]);
      return plus(await erase(projectId, { kind: "datapoint", id, traceId }), { traces: 1 });
    }
    let counts = plus(nothingDeleted, { deadLetters: await deadLetters.erase(projectId, { text: value }) });
    for (;;) {
      const traceIds = await eraser.tracesOf(projectId, { kind, value, before });
      if (traceIds.length === 0) return counts;
      await stop(projectId, traceIds);
      counts = plus(counts, await erase(projectId, { kind: "traces", traceIds }));
      counts = plus(counts, { traces: traceIds.length });
    }
  }

  /** Prevents data of these traces from being stored. */
  async function stop(project: ProjectId, traceIds: readonly string[]): Promise<void> {
    await store.addTraces(project, traceIds, now());
    await tombstones.refresh();
    await linePassed();
    await deadLetters.erase(project, { traceIds });
  }

  async function erase(project: ProjectId, erasure: Erasure): Promise<DeletionCounts> {
    const { counts, issues, datapoints } = await eraser.erase(project, erasure);
    const forgotten = await store.removeDatapoints(project, issues, datapoints);
    return plus(plus(nothingDeleted, counts), forgotten);
  }

  function after(deletion: Deletion, counts: DeletionCounts): Deletion {
    const passes = deletion.passes + 1;
    const { value, problem: _, ...rest } = deletion;
    const done = { ...rest, state: "done", counts, passes, finishedAt: deletion.finishedAt ?? now() } as const;
    if (passes >= passesWanted || value === undefined) return done;
    return { ...done, value, nextPassAt: now() + secondPassMs };
  }

  function report({ id, kind, projectId }: Deletion, counts: DeletionCounts): void {
    telemetry.emit({
      kind: "deletions-done",
      level: "info",
      message: "data was deleted on request",
      facts: { deletion: id, of: kind, project: projectId, ...counts },
    });
  }
}
