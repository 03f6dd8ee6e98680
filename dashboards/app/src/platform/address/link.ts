/** Pages that show one thing, which others may be led to. */
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

/** A page of the project in view, for others: it leads there whatever project they were last in. */
export function linkTo(page: LinkedPage, id: string): string {
  return `${location.origin}/p/${shownProject() ?? ""}/${page}/${encodeURIComponent(id)}`;
}

/** The project that the address names; every page lives below one. */
export const shownProject = (): string | undefined => /^\/p\/([^/]+)/.exec(window.location.pathname)?.[1];
