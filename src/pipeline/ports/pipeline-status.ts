import type { ProjectId } from "../../platform/ids.ts";
import type { ProjectBacklog } from "../../storage/index.ts";

/**
 * Whether the engine accepts rows. `away`: it does not respond; `refusing`: it responds and rejects even a trivial
 * row.
 */
export type EngineCondition =
  | { readonly kind: "available" }
  | { readonly kind: "away" | "refusing"; readonly since: number; readonly reason: string };

export interface BatchStatus {
  readonly id: string;
  readonly stage: "evaluate" | "save" | "store" | "reconcile" | "update_issues" | "complete";
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly projects: readonly ProjectId[];
  readonly items: number;
  readonly bytes: number;
  readonly failures: number;
  readonly reason?: string;
}

/** The status of acknowledged data that is not visible yet. */
export interface PipelineStatus {
  /** Backlog per project, including pending batches and the unread journal. */
  backlog(): readonly ProjectBacklog[];
  /** Age of the oldest acknowledged item that is not visible yet, milliseconds; 0 if there is none. */
  lagMs(project?: ProjectId): number;
  engine(): EngineCondition;
  batches(): readonly BatchStatus[];
}

export interface DeadLetterActions {
  /** Processes dead letters again; resolves with the number removed from the queue. */
  replay(which: { readonly project: ProjectId; readonly ids?: readonly string[] }): Promise<number>;
}
