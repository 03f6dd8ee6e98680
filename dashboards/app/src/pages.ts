/**
 * Where the code of each page is. It is fetched when the page is first gone to, or pointed at; that of the page somebody
 * arrives at together with the app.
 */
export const pages = {
  "/": () => import("./pages/home.tsx"),
  "/issues": () => import("./pages/issues.tsx"),
  "/issues/$id": () => import("./pages/issue.tsx"),
  "/errors": () => import("./pages/issues.tsx"),
  "/datapoints": () => import("./pages/datapoints.tsx"),
  "/datapoints/compare": () => import("./pages/compare-datapoints.tsx"),
  "/datapoints/$id": () => import("./pages/datapoint.tsx"),
  "/sessions": () => import("./pages/sessions.tsx"),
  "/sessions/$id": () => import("./pages/session.tsx"),
  "/dashboards": () => import("./pages/dashboards.tsx"),
  "/dashboards/$id": () => import("./pages/dashboard.tsx"),
  "/traces/$traceId": () => import("./pages/trace.tsx"),
  "/monitors": () => import("./pages/monitors.tsx"),
  "/monitors/new": () => import("./pages/monitor-form.tsx"),
  "/monitors/$id": () => import("./pages/monitor-form.tsx"),
  "/checks": () => import("./pages/checks.tsx"),
  "/scenarios": () => import("./pages/scenarios.tsx"),
  "/scenarios/$id": () => import("./pages/scenario.tsx"),
  "/test-runs": () => import("./pages/test-runs.tsx"),
  "/test-runs/compare": () => import("./pages/compare-runs.tsx"),
  "/test-runs/new": () => import("./pages/new-run.tsx"),
  "/test-runs/$id": () => import("./pages/test-run.tsx"),
  "/models": () => import("./pages/models.tsx"),
  "/models/new": () => import("./pages/model.tsx"),
  "/models/$id": () => import("./pages/model.tsx"),
  "/checks/new": () => import("./pages/check-form.tsx"),
  "/checks/$name": () => import("./pages/check.tsx"),
  "/settings/tokens": () => import("./pages/tokens.tsx"),
  "/settings/notifications": () => import("./pages/notifications.tsx"),
  "/settings/users": () => import("./pages/users.tsx"),
  "/settings/projects": () => import("./pages/projects.tsx"),
  "/settings/judges": () => import("./pages/judges.tsx"),
  "/settings/providers": () => import("./pages/providers.tsx"),
  "/settings/prices": () => import("./pages/prices.tsx"),
  "/settings/pipeline": () => import("./pages/pipeline.tsx"),
  "/settings/about": () => import("./pages/about.tsx"),
  "/settings/privacy": () => import("./pages/privacy.tsx"),
  "/settings/audit": () => import("./pages/audit.tsx"),
  "/settings/you": () => import("./pages/you.tsx"),
  "/settings/preferences": () => import("./pages/preferences.tsx"),
} as const;

export type PagePath = keyof typeof pages;

export interface Place {
  readonly path: PagePath;
  /** By their names in the path, without the `$`. */
  readonly params: Readonly<Record<string, string>>;
}

/** The page at an address below its project. One that is named goes before one with a parameter there. */
export function placeAt(pathname: string): Place | undefined {
  const given = segmentsOf(pathname);
  const found = (Object.keys(pages) as PagePath[])
    .filter((path) => fits(segmentsOf(path), given))
    .sort((one, other) => one.split("$").length - other.split("$").length)[0];
  if (found === undefined) return undefined;
  const named = segmentsOf(found).map((segment, at) => [segment, given[at] ?? ""] as const);
  const params = named.filter(([segment]) => segment.startsWith("$"));
  return {
    path: found,
    params: Object.fromEntries(params.map(([name, value]) => [name.slice(1), decoded(value)])),
  };
}

/** A `%` by itself stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const segmentsOf = (path: string) => path.split("/").filter((segment) => segment !== "");

const fits = (path: readonly string[], given: readonly string[]) =>
  path.length === given.length && path.every((segment, at) => segment.startsWith("$") || segment === given[at]);
