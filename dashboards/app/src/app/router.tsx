import { useQuery } from "@tanstack/react-query";
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  type Router,
} from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Search } from "../platform/address/search.ts";
import { isUnanswered } from "../platform/api/problem.ts";
import { fetchMe, healthQuery } from "../platform/api/queries.ts";
import { Blank, Skeleton, Wrong } from "../platform/ui/states.tsx";
import { type PagePath, pages } from "./pages.ts";
import { Shell } from "./shell/shell.tsx";

const root = createRootRoute({
  component: Shell,
  validateSearch: (search): Search => search,
  notFoundComponent: NoSuchPage,
});
const getParentRoute = () => root;

/** Defines a page by its path and the name of its file's export. */
const page = <const Path extends PagePath, const Name extends string>(
  path: Path,
  load: () => Promise<Record<Name, () => React.ReactNode>>,
  name: Name,
) => createRoute({ getParentRoute, path, component: lazyRouteComponent(fetched(load), name) });

/**
 * Checks the service before reporting a failed load: the router would reload the page, in vain if the
 * service is down.
 */
const fetched =
  <Module,>(load: () => Promise<Module>) =>
  () =>
    load().catch(async (thrown: unknown) => {
      await checkService();
      throw thrown;
    });

const checkService = () => fetchMe();

const tree = root.addChildren([
  page("/", pages["/"], "HomePage"),
  page("/issues", pages["/issues"], "IssuesPage"),
  page("/issues/$id", pages["/issues/$id"], "IssuePage"),
  page("/errors", pages["/errors"], "ErrorsPage"),
  page("/datapoints", pages["/datapoints"], "DatapointsPage"),
  page("/datapoints/compare", pages["/datapoints/compare"], "CompareDatapointsPage"),
  page("/datapoints/$id", pages["/datapoints/$id"], "DatapointPage"),
  page("/sessions", pages["/sessions"], "SessionsPage"),
  page("/sessions/$id", pages["/sessions/$id"], "SessionPage"),
  page("/dashboards", pages["/dashboards"], "DashboardsPage"),
  page("/dashboards/$id", pages["/dashboards/$id"], "DashboardPage"),
  page("/traces/$traceId", pages["/traces/$traceId"], "TracePage"),
  page("/monitors", pages["/monitors"], "MonitorsPage"),
  page("/monitors/new", pages["/monitors/new"], "NewMonitorPage"),
  page("/monitors/$id", pages["/monitors/$id"], "EditMonitorPage"),
  page("/checks", pages["/checks"], "ChecksPage"),
  page("/scenarios", pages["/scenarios"], "ScenariosPage"),
  page("/scenarios/$id", pages["/scenarios/$id"], "ScenarioPage"),
  page("/test-runs", pages["/test-runs"], "TestRunsPage"),
  page("/test-runs/compare", pages["/test-runs/compare"], "CompareRunsPage"),
  page("/test-runs/new", pages["/test-runs/new"], "NewRunPage"),
  page("/test-runs/$id", pages["/test-runs/$id"], "TestRunPage"),
  page("/models", pages["/models"], "ModelsPage"),
  page("/models/new", pages["/models/new"], "NewModelPage"),
  page("/models/$id", pages["/models/$id"], "ModelPage"),
  page("/checks/new", pages["/checks/new"], "NewCheckPage"),
  page("/checks/$name", pages["/checks/$name"], "CheckPage"),
  page("/settings/tokens", pages["/settings/tokens"], "TokensPage"),
  page("/settings/notifications", pages["/settings/notifications"], "NotificationsPage"),
  page("/settings/users", pages["/settings/users"], "UsersPage"),
  page("/settings/projects", pages["/settings/projects"], "ProjectsPage"),
  page("/settings/judges", pages["/settings/judges"], "JudgesPage"),
  page("/settings/providers", pages["/settings/providers"], "ProvidersPage"),
  page("/settings/prices", pages["/settings/prices"], "PricesPage"),
  page("/settings/pipeline", pages["/settings/pipeline"], "PipelinePage"),
  page("/settings/about", pages["/settings/about"], "AboutPage"),
  page("/settings/privacy", pages["/settings/privacy"], "PrivacyPage"),
  page("/settings/audit", pages["/settings/audit"], "AuditPage"),
  page("/settings/you", pages["/settings/you"], "YouPage"),
  page("/settings/preferences", pages["/settings/preferences"], "PreferencesPage"),
]);

function NoSuchPage() {
  return (
    <Blank title="Page not found">
      <p>The address may be cut off, or the page may have moved.</p>
      <Link to="/" className="button">
        Home
      </Link>
    </Blank>
  );
}

/** A page that failed to render. If the service was unreachable, it reloads once the service responds. */
function Broken({ error }: { error: unknown }) {
  const again = () => void checkService().then(() => location.reload(), leaveAsItIs);
  const { error: health } = useQuery({ ...healthQuery, enabled: false });
  const wasGone = useRef(false);
  useEffect(() => {
    if (wasGone.current && !health) again();
    wasGone.current = isUnanswered(health) && (isUnanswered(error) || isOfCode(error));
  });
  return (
    <div className="page-body">
      <Wrong
        error={
          isOfCode(error)
            ? new Error("Part of the page could not be loaded. Gaffe may have been upgraded; reload the page.")
            : error
        }
        retry={again}
      />
    </div>
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
    defaultErrorComponent: Broken,
    // Plain text in both directions: `q=123` is the text 123, and addresses can be written by hand.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
      const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
      return text === "" ? "" : `?${text}`;
    },
  });
}

/** Matches the messages of browsers for a code file that could not be loaded. */
const isOfCode = (error: unknown) =>
  error instanceof Error && /dynamically imported module|Importing a module script failed/i.test(error.message);

const leaveAsItIs = () => undefined;

declare module "@tanstack/react-router" {
  interface Register {
    router: Router<typeof tree>;
  }
}
