import type { ProjectId } from "../../platform/ids.ts";
import type { SavedView } from "../saved-view.ts";

/** Part of the records: see ports/records.ts for what every call promises. */
export interface SavedViewStore {
  /** By page and name; short by nature. */
  list(project: ProjectId): Promise<readonly SavedView[]>;
  add(view: SavedView): Promise<void>;
  /** False when there is none of that id in its project. */
  replace(view: SavedView): Promise<boolean>;
  remove(project: ProjectId, id: string): Promise<boolean>;
}
