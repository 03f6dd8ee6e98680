import type { ProjectId } from "../platform/ids.ts";

/** A name for the query string of a page. */
export interface SavedView {
  readonly id: string;
  readonly projectId: ProjectId;
  readonly page: string;
  readonly name: string;
  /** Query string without the question mark. */
  readonly search: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
}

/** More than a person can oversee. */
export const viewsAtMost = 200;
