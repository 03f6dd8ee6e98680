import type { ProjectId } from "../../platform/ids.ts";

/** What the pipeline keeps in memory per project. */
export type ChangeTopic = "monitors" | "checks" | "privacy";

/**
 * Which projects changed. Every write of a topic's records, deletions included, notes its project in the same
 * transaction. Numbers become visible in ascending order: after reading up to a number, no smaller one appears.
 */
export interface ProjectChanges {
  /** The number of the newest change of a topic; 0 before the first. */
  newest(topic: ChangeTopic): Promise<number>;
  /** The projects that changed after that number, each once, and the newest number among them. */
  since(
    topic: ChangeTopic,
    number: number,
  ): Promise<{ readonly projects: readonly ProjectId[]; readonly newest: number }>;
}
