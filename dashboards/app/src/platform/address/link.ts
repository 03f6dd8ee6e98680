export type LinkedPage =
  | "datapoints"
  | "traces"
  | "issues"
  | "sessions"
  | "monitors"
  | "checks"
  | "scenarios"
  | "test-runs"
  | "models";

/** Returns a link to a page of the current project, whatever project the reader used last. */
export function linkTo(page: LinkedPage, id: string): string {
  return `${location.origin}/p/${shownProject() ?? ""}/${page}/${encodeURIComponent(id)}`;
}

/** Returns the project that the address names; every page lives below one. */
export const shownProject = (): string | undefined => /^\/p\/([^/]+)/.exec(window.location.pathname)?.[1];
