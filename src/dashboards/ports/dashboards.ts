import type { ProjectId } from "../../platform/ids.ts";
import type { Dashboard } from "../dashboard.ts";

/** Part of the records: see ports/records.ts for what every call promises. */
export interface DashboardStore {
  /** By name; short by nature. */
  list(project: ProjectId): Promise<readonly Dashboard[]>;
  get(project: ProjectId, id: string): Promise<Dashboard | undefined>;
  /** False when the project has one of that name. */
  add(dashboard: Dashboard): Promise<boolean>;
  /** False when there is none of that id in its project, or another one has its new name. */
  replace(dashboard: Dashboard): Promise<boolean>;
  remove(project: ProjectId, id: string): Promise<boolean>;
}
