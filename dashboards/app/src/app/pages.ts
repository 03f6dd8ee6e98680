import type { ReactNode } from "react";

interface Page {
  /** Loads the code when the page is first opened or hovered; that of the first page loads with the app. */
  readonly load: () => Promise<Readonly<Record<string, () => ReactNode>>>;
  readonly name: string;
}

const page = <Name extends string>(load: () => Promise<Record<Name, () => ReactNode>>, name: Name): Page => ({
  load,
  name,
});

export const pages = {
  "/": page(() => import("./home/home-page.tsx"), "HomePage"),
  "/issues": page(() => import("../issues/issues-page.tsx"), "IssuesPage"),
  "/issues/$id": page(() => import("../issues/issue-page.tsx"), "IssuePage"),
  "/errors": page(() => import("../issues/issues-page.tsx"), "ErrorsPage"),
  "/datapoints": page(() => import("../datapoints/datapoints-page.tsx"), "DatapointsPage"),
  "/datapoints/compare": page(() => import("../datapoints/compare-datapoints-page.tsx"), "CompareDatapointsPage"),
  "/datapoints/similar": page(() => import("../datapoints/similar-page.tsx"), "SimilarPage"),
  "/datapoints/$id": page(() => import("../datapoints/datapoint-page.tsx"), "DatapointPage"),
  "/sessions": page(() => import("../datapoints/sessions-page.tsx"), "SessionsPage"),
  "/sessions/$id": page(() => import("../datapoints/session-page.tsx"), "SessionPage"),
  "/dashboards": page(() => import("../dashboards/dashboards-page.tsx"), "DashboardsPage"),
  "/dashboards/$id": page(() => import("../dashboards/dashboard-page.tsx"), "DashboardPage"),
  "/traces/$traceId": page(() => import("../datapoints/traces/trace-page.tsx"), "TracePage"),
  "/monitors": page(() => import("../monitors/monitors-page.tsx"), "MonitorsPage"),
  "/monitors/new": page(() => import("../monitors/monitor-form-page.tsx"), "NewMonitorPage"),
  "/monitors/$id": page(() => import("../monitors/monitor-form-page.tsx"), "EditMonitorPage"),
  "/checks": page(() => import("../checks/checks-page.tsx"), "ChecksPage"),
  "/scenarios": page(() => import("../testing/scenarios/scenarios-page.tsx"), "ScenariosPage"),
  "/scenarios/$id": page(() => import("../testing/scenarios/scenario-page.tsx"), "ScenarioPage"),
  "/test-runs": page(() => import("../testing/runs/test-runs-page.tsx"), "TestRunsPage"),
  "/test-runs/compare": page(() => import("../testing/compare/compare-runs-page.tsx"), "CompareRunsPage"),
  "/test-runs/new": page(() => import("../testing/runs/new-run-page.tsx"), "NewRunPage"),
  "/test-runs/$id": page(() => import("../testing/runs/test-run-page.tsx"), "TestRunPage"),
  "/models": page(() => import("../testing/models/models-page.tsx"), "ModelsPage"),
  "/models/new": page(() => import("../testing/models/model-page.tsx"), "NewModelPage"),
  "/models/$id": page(() => import("../testing/models/model-page.tsx"), "ModelPage"),
  "/checks/new": page(() => import("../checks/check-form-page.tsx"), "NewCheckPage"),
  "/checks/$name": page(() => import("../checks/check-page.tsx"), "CheckPage"),
  "/settings/tokens": page(() => import("../accounts/tokens-page.tsx"), "TokensPage"),
  "/settings/notifications": page(() => import("../notifications/notifications-page.tsx"), "NotificationsPage"),
  "/settings/members": page(() => import("../accounts/members-page.tsx"), "MembersPage"),
  "/settings/users": page(() => import("../accounts/users-page.tsx"), "UsersPage"),
  "/settings/projects": page(() => import("../accounts/projects-page.tsx"), "ProjectsPage"),
  "/settings/judges": page(() => import("../checks/judges/judges-page.tsx"), "JudgesPage"),
  "/settings/providers": page(() => import("../providers/providers-page.tsx"), "ProvidersPage"),
  "/settings/prices": page(() => import("../datapoints/prices-page.tsx"), "PricesPage"),
  "/settings/pipeline": page(() => import("../pipeline/pipeline-page.tsx"), "PipelinePage"),
  "/settings/about": page(() => import("./about-page.tsx"), "AboutPage"),
  "/settings/privacy": page(() => import("../privacy/privacy-page.tsx"), "PrivacyPage"),
  "/settings/audit": page(() => import("../accounts/audit-page.tsx"), "AuditPage"),
  "/settings/you": page(() => import("../accounts/you-page.tsx"), "YouPage"),
  "/settings/preferences": page(() => import("./preferences-page.tsx"), "PreferencesPage"),
} as const;

export type PagePath = keyof typeof pages;

export const pagePaths = Object.keys(pages) as readonly PagePath[];

export interface PageMatch {
  readonly path: PagePath;
  /** Values by parameter name, without the `$`. */
  readonly params: Readonly<Record<string, string>>;
}

/** Returns the page at a path below its project. A literal path takes precedence over one with a parameter. */
export function matchPage(pathname: string): PageMatch | undefined {
  const given = segmentsOf(pathname);
  const found = pagePaths
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
