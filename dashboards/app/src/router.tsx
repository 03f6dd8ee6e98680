import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  type Router,
} from "@tanstack/react-router";
import type { Search } from "./address/search.ts";
import { HomePage } from "./pages/home.tsx";
import { Shell } from "./shell/shell.tsx";
import { Blank, Skeleton, Wrong } from "./ui/states.tsx";

const root = createRootRoute({
  component: Shell,
  validateSearch: (search): Search => search,
  notFoundComponent: NoSuchPage,
});
const getParentRoute = () => root;

/** A page that is fetched when it is first gone to, or pointed at. */
const page = <const Path extends string, const Name extends string>(
  path: Path,
  load: () => Promise<Record<Name, () => React.ReactNode>>,
  name: Name,
) => createRoute({ getParentRoute, path, component: lazyRouteComponent(load, name) });

const tree = root.addChildren([
  createRoute({ getParentRoute, path: "/", component: HomePage }),
  page("/issues", () => import("./pages/issues.tsx"), "IssuesPage"),
  page("/issues/$id", () => import("./pages/issue.tsx"), "IssuePage"),
  page("/errors", () => import("./pages/issues.tsx"), "ErrorsPage"),
  page("/datapoints", () => import("./pages/datapoints.tsx"), "DatapointsPage"),
  page("/datapoints/compare", () => import("./pages/compare-datapoints.tsx"), "CompareDatapointsPage"),
  page("/datapoints/$id", () => import("./pages/datapoint.tsx"), "DatapointPage"),
  page("/sessions", () => import("./pages/sessions.tsx"), "SessionsPage"),
  page("/sessions/$id", () => import("./pages/session.tsx"), "SessionPage"),
  page("/dashboards", () => import("./pages/dashboards.tsx"), "DashboardsPage"),
  page("/dashboards/$id", () => import("./pages/dashboard.tsx"), "DashboardPage"),
  page("/traces/$traceId", () => import("./pages/trace.tsx"), "TracePage"),
  page("/monitors", () => import("./pages/monitors.tsx"), "MonitorsPage"),
  page("/monitors/new", () => import("./pages/monitor-form.tsx"), "NewMonitorPage"),
  page("/monitors/$id", () => import("./pages/monitor-form.tsx"), "EditMonitorPage"),
  page("/checks", () => import("./pages/checks.tsx"), "ChecksPage"),
  page("/scenarios", () => import("./pages/scenarios.tsx"), "ScenariosPage"),
  page("/scenarios/$id", () => import("./pages/scenario.tsx"), "ScenarioPage"),
  page("/test-runs", () => import("./pages/test-runs.tsx"), "TestRunsPage"),
  page("/test-runs/compare", () => import("./pages/compare-runs.tsx"), "CompareRunsPage"),
  page("/test-runs/new", () => import("./pages/new-run.tsx"), "NewRunPage"),
  page("/test-runs/$id", () => import("./pages/test-run.tsx"), "TestRunPage"),
  page("/models", () => import("./pages/models.tsx"), "ModelsPage"),
  page("/models/new", () => import("./pages/model.tsx"), "NewModelPage"),
  page("/models/$id", () => import("./pages/model.tsx"), "ModelPage"),
  page("/checks/new", () => import("./pages/check-form.tsx"), "NewCheckPage"),
  page("/checks/$name", () => import("./pages/check.tsx"), "CheckPage"),
  page("/settings/tokens", () => import("./pages/tokens.tsx"), "TokensPage"),
  page("/settings/notifications", () => import("./pages/notifications.tsx"), "NotificationsPage"),
  page("/settings/users", () => import("./pages/users.tsx"), "UsersPage"),
  page("/settings/projects", () => import("./pages/projects.tsx"), "ProjectsPage"),
  page("/settings/judges", () => import("./pages/judges.tsx"), "JudgesPage"),
  page("/settings/providers", () => import("./pages/providers.tsx"), "ProvidersPage"),
  page("/settings/prices", () => import("./pages/prices.tsx"), "PricesPage"),
  page("/settings/about", () => import("./pages/about.tsx"), "AboutPage"),
  page("/settings/privacy", () => import("./pages/privacy.tsx"), "PrivacyPage"),
  page("/settings/audit", () => import("./pages/audit.tsx"), "AuditPage"),
  page("/settings/you", () => import("./pages/you.tsx"), "YouPage"),
  page("/settings/preferences", () => import("./pages/preferences.tsx"), "PreferencesPage"),
]);

function NoSuchPage() {
  return (
    <Blank title="There is no such page">
      <p>The address may be cut off, or the page may have moved.</p>
      <Link to="/" className="button">
        Home
      </Link>
    </Blank>
  );
}

export function createAppRouter(basepath: string) {
  return createRouter({
    routeTree: tree,
    basepath,
    defaultPreload: "intent",
    defaultPendingComponent: () => (
      <div className="page-body">
        <Skeleton />
      </div>
    ),
    defaultErrorComponent: ({ error }) => (
      <div className="page-body">
        <Wrong error={error} />
      </div>
    ),
    // Plain text on both sides: `q=123` is the text 123, and an address can be written by hand.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
      const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
      return text === "" ? "" : `?${text}`;
    },
  });
}

/** Begins to fetch what the page at this address needs to be drawn, while it is asked who is here. */
export function preloadPage(pathname: string): void {
  const [, basepath] = /^(\/p\/[^/]+)(\/|$)/.exec(pathname) ?? [];
  if (basepath === undefined) return;
  const router = createAppRouter(basepath);
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route = router.routesById[routeId];
    if (route) void router.loadRouteChunk(route);
  }
}

declare module "@tanstack/react-router" {
  interface Register {
    router: Router<typeof tree>;
  }
}
