import type { ProjectId } from "../../platform/ids.ts";
import type { ProjectBacklog } from "../../storage/ports/journal.ts";

/** Whether the engine takes rows. `away`: it does not answer; `refusing`: it answers and refuses even a trivial row. */
export type EngineCondition =
  | { readonly kind: "available" }
  | { readonly kind: "away" | "refusing"; readonly since: number; readonly reason: string };

/** A write batch that is not finished. */
export interface BatchStatus {
  readonly id: string;
  readonly stage: "evaluate" | "save" | "store" | "reconcile" | "update_issues" | "complete";
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly projects: readonly ProjectId[];
  readonly items: number;
  readonly bytes: number;
  /** How often the stage it is in failed. */
  readonly failures: number;
  readonly reason?: string;
}

/** The truth about what is acknowledged and not yet visible. */
export interface PipelineStatus {
  /** Per project, pending batches and unread journal included. */
  backlog(): readonly ProjectBacklog[];
  /** Age of the oldest acknowledged item that is not visible yet, milliseconds; 0 when there is none. */
  lagMs(project?: ProjectId): number;
  engine(): EngineCondition;
  batches(): readonly BatchStatus[];
}

/** What people do about the dead-letter queue. */
export interface DeadLetterActions {
  /** Processes letters again; resolves with how many were taken out of the queue. */
  replay(which: { readonly project: ProjectId; readonly ids?: readonly string[] }): Promise<number>;
}
