import type { ProjectId } from "../platform/ids.ts";

/** A name for what the address of a page says, and nothing else. */
export interface SavedView {
  readonly id: string;
  readonly projectId: ProjectId;
  readonly page: string;
  readonly name: string;
  /** The query string, without the question mark. */
  readonly search: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
}

/** More than a person can oversee. */
export const viewsAtMost = 200;
