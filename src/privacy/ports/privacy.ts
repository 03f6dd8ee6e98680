import type { PrivacyRules } from "../../datapoints/index.ts";
import type { ProjectId } from "../../platform/ids.ts";

/** Privacy settings of a project; the service's settings apply to absent ones. */
export interface ProjectPrivacy {
  readonly rules?: PrivacyRules;
  /** At most the retention of the service. */
  readonly retentionDays?: number;
}

/** Durable when a call resolves; throws Failure("dependency") as the other records do. */
export interface PrivacyStore {
  get(project: ProjectId): Promise<ProjectPrivacy>;
  /** Replaces all of it. */
  set(project: ProjectId, privacy: ProjectPrivacy, at: number): Promise<void>;
  /** Returns the settings of every project that has any, or of those among the named ones. */
  all(projects?: readonly ProjectId[]): Promise<ReadonlyMap<ProjectId, ProjectPrivacy>>;
}
