import type { ProjectId } from "../../platform/ids.ts";
import type { SavedView } from "../saved-view.ts";

/** Part of the records; ports/records.ts documents the guarantees of every call. */
export interface SavedViewStore {
  /** Sorted by page and name. The list is short, so it is not paged. */
  list(project: ProjectId): Promise<readonly SavedView[]>;
  add(view: SavedView): Promise<void>;
  /** Returns false when the project has no view with that id. */
  replace(view: SavedView): Promise<boolean>;
  remove(project: ProjectId, id: string): Promise<boolean>;
}
