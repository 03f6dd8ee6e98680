import type { ProjectId } from "../../platform/ids.ts";
import type { Dashboard } from "../dashboard.ts";

/** Part of the records; ports/records.ts documents the guarantees of every call. */
export interface DashboardStore {
  /** Sorted by name. The list is short, so it is not paged. */
  list(project: ProjectId): Promise<readonly Dashboard[]>;
  get(project: ProjectId, id: string): Promise<Dashboard | undefined>;
  /** Returns false when the project already has a dashboard with that name. */
  add(dashboard: Dashboard): Promise<boolean>;
  /** Returns false when the project has no dashboard with that id, or another one has the new name. */
  replace(dashboard: Dashboard): Promise<boolean>;
  remove(project: ProjectId, id: string): Promise<boolean>;
}
