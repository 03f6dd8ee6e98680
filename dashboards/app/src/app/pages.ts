/**
 * The code of each page. It is loaded when the page is first opened or hovered; that of the first page loads
 * with the app.
 */
export const pages = {
  "/": () => import("./home/home-page.tsx"),
  "/issues": () => import("../issues/issues-page.tsx"),
  "/issues/$id": () => import("../issues/issue-page.tsx"),
  "/errors": () => import("../issues/issues-page.tsx"),
  "/datapoints": () => import("../datapoints/datapoints-page.tsx"),
  "/datapoints/compare": () => import("../datapoints/compare-datapoints-page.tsx"),
  "/datapoints/$id": () => import("../datapoints/datapoint-page.tsx"),
  "/sessions": () => import("../datapoints/sessions-page.tsx"),
  "/sessions/$id": () => import("../datapoints/session-page.tsx"),
  "/dashboards": () => import("../dashboards/dashboards-page.tsx"),
  "/dashboards/$id": () => import("../dashboards/dashboard-page.tsx"),
  "/traces/$traceId": () => import("../datapoints/traces/trace-page.tsx"),
  "/monitors": () => import("../monitors/monitors-page.tsx"),
  "/monitors/new": () => import("../monitors/monitor-form-page.tsx"),
  "/monitors/$id": () => import("../monitors/monitor-form-page.tsx"),
  "/checks": () => import("../checks/checks-page.tsx"),
  "/scenarios": () => import("../testing/scenarios/scenarios-page.tsx"),
  "/scenarios/$id": () => import("../testing/scenarios/scenario-page.tsx"),
  "/test-runs": () => import("../testing/runs/test-runs-page.tsx"),
  "/test-runs/compare": () => import("../testing/compare/compare-runs-page.tsx"),
  "/test-runs/new": () => import("../testing/runs/new-run-page.tsx"),
  "/test-runs/$id": () => import("../testing/runs/test-run-page.tsx"),
  "/models": () => import("../testing/models/models-page.tsx"),
  "/models/new": () => import("../testing/models/model-page.tsx"),
  "/models/$id": () => import("../testing/models/model-page.tsx"),
  "/checks/new": () => import("../checks/check-form-page.tsx"),
  "/checks/$name": () => import("../checks/check-page.tsx"),
  "/settings/tokens": () => import("../accounts/tokens-page.tsx"),
  "/settings/notifications": () => import("../notifications/notifications-page.tsx"),
  "/settings/users": () => import("../accounts/users-page.tsx"),
  "/settings/projects": () => import("../accounts/projects-page.tsx"),
  "/settings/judges": () => import("../checks/judges/judges-page.tsx"),
  "/settings/providers": () => import("../providers/providers-page.tsx"),
  "/settings/prices": () => import("../datapoints/prices-page.tsx"),
  "/settings/pipeline": () => import("../pipeline/pipeline-page.tsx"),
  "/settings/about": () => import("./about-page.tsx"),
  "/settings/privacy": () => import("../privacy/privacy-page.tsx"),
  "/settings/audit": () => import("../accounts/audit-page.tsx"),
  "/settings/you": () => import("../accounts/you-page.tsx"),
  "/settings/preferences": () => import("./preferences-page.tsx"),
} as const;

export type PagePath = keyof typeof pages;

export interface PageMatch {
  readonly path: PagePath;
  /** Values by parameter name, without the `$`. */
  readonly params: Readonly<Record<string, string>>;
}

/** Returns the page at a path below its project. A literal path takes precedence over one with a parameter. */
export function matchPage(pathname: string): PageMatch | undefined {
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

/** Decodes a path segment; text with an invalid escape stays unchanged. */
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
