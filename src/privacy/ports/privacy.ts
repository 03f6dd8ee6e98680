import type { PrivacyRules } from "../../datapoints/text/redaction.ts";
import type { ProjectId } from "../../platform/ids.ts";

/** What a project set for itself; what is absent goes by the settings of the service. */
export interface ProjectPrivacy {
  readonly rules?: PrivacyRules;
  /** Never longer than the service keeps anything. */
  readonly retentionDays?: number;
}

/** Durable when a call resolves; throws Failure("dependency") as the other records do. */
export interface PrivacyStore {
  get(project: ProjectId): Promise<ProjectPrivacy>;
  /** Replaces all of it. */
  set(project: ProjectId, privacy: ProjectPrivacy, at: number): Promise<void>;
  /** Of every project that set something, or of those among the named ones. */
  all(projects?: readonly ProjectId[]): Promise<ReadonlyMap<ProjectId, ProjectPrivacy>>;
}
