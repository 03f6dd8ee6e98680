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
import { askMe, healthQuery } from "../platform/api/queries.ts";
import { Blank, Skeleton, Wrong } from "../platform/ui/states.tsx";
import { type PagePath, pages } from "./pages.ts";
import { Shell } from "./shell/shell.tsx";

const root = createRootRoute({
  component: Shell,
  validateSearch: (search): Search => search,
  notFoundComponent: NoSuchPage,
});
const getParentRoute = () => root;

/** A page, by its path and the name that its file exports it under. */
const page = <const Path extends PagePath, const Name extends string>(
  path: Path,
  load: () => Promise<Record<Name, () => React.ReactNode>>,
  name: Name,
) => createRoute({ getParentRoute, path, component: lazyRouteComponent(fetched(load), name) });

/** Where nobody answers that is told; the router loads the page anew for a newer version, and nothing would come of it. */
const fetched =
  <Module,>(load: () => Promise<Module>) =>
  () =>
    load().catch(async (thrown: unknown) => {
      await isAnswered();
      throw thrown;
    });

const isAnswered = () => askMe();

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
    <Blank title="There is no such page">
      <p>The address may be cut off, or the page may have moved.</p>
      <Link to="/" className="button">
        Home
      </Link>
    </Blank>
  );
}

/** A page that could not be drawn. Where that was because nobody answered it is drawn anew once somebody does. */
function Broken({ error }: { error: unknown }) {
  const again = () => void isAnswered().then(() => location.reload(), leaveAsItIs);
  const { error: health } = useQuery({ ...healthQuery, enabled: false });
  const wasGone = useRef(false);
  useEffect(() => {
    if (wasGone.current && !health) again();
    wasGone.current = isUnanswered(health) && (isUnanswered(error) || isOfCode(error));
  });
  return (
    <div className="page-body">
      <Wrong
        error={isOfCode(error) ? new Error("Part of the page is not there. Was Gaffe upgraded meanwhile?") : error}
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
    // Plain text on both sides: `q=123` is the text 123, and an address can be written by hand.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
      const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
      return text === "" ? "" : `?${text}`;
    },
  });
}

/** As browsers say that a file of code could not be loaded. */
const isOfCode = (error: unknown) =>
  error instanceof Error && /dynamically imported module|Importing a module script failed/i.test(error.message);

/** It says already that nobody answers. */
const leaveAsItIs = () => undefined;

declare module "@tanstack/react-router" {
  interface Register {
    router: Router<typeof tree>;
  }
}
