import type { ProjectId } from "../../platform/ids.ts";

/** Project data that the pipeline caches in memory. */
export type ChangeTopic = "monitors" | "checks" | "privacy";

/**
 * Tracks which projects changed. Every write of a topic's records, including deletions, records its project in the
 * same transaction. Numbers become visible in ascending order: after reading up to a number, no smaller one
 * appears.
 */
export interface ProjectChanges {
  /** Returns the number of the newest change of a topic; 0 before the first. */
  newest(topic: ChangeTopic): Promise<number>;
  /** Returns the projects that changed after that number, each once, and the newest number among them. */
  since(
    topic: ChangeTopic,
    number: number,
  ): Promise<{ readonly projects: readonly ProjectId[]; readonly newest: number }>;
}
