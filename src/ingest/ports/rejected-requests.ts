import type { ProjectId } from "../../platform/ids.ts";
import type { RejectedRequest } from "../rejected-request.ts";

/** Recently rejected requests of each project, and those without a valid token. */
export interface RejectedRequestStore {
  /**
   * Adds requests, counting equal ones as one; then deletes all but the newest `atMost` of a project, and
   * everything older than `since`.
   */
  add(
    found: ReadonlyMap<ProjectId | undefined, readonly RejectedRequest[]>,
    retention: { readonly atMost: number; readonly since: number },
  ): Promise<void>;
  /** Newest first. */
  list(project: ProjectId | undefined): Promise<readonly RejectedRequest[]>;
}
