import { createRootRoute, createRoute, createRouter, lazyRouteComponent, type Router } from "@tanstack/react-router";
import type { Search } from "./address/search.ts";
import { HomePage } from "./pages/home.tsx";
import { Shell } from "./shell/shell.tsx";
import { Blank, Skeleton, Wrong } from "./ui/states.tsx";

const root = createRootRoute({
  component: Shell,
  validateSearch: (search): Search => search,
  notFoundComponent: () => <Blank title="There is no such page" />,
});
const getParentRoute = () => root;

const datapointsPage = () => import("./pages/datapoints.tsx");
const monitorFormPage = () => import("./pages/monitor-form.tsx");

const tree = root.addChildren([
  createRoute({ getParentRoute, path: "/", component: HomePage }),
  createRoute({
    getParentRoute,
    path: "/issues",
    component: lazyRouteComponent(() => import("./pages/issues.tsx"), "IssuesPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/issues/$id",
    component: lazyRouteComponent(() => import("./pages/issue.tsx"), "IssuePage"),
  }),
  createRoute({
    getParentRoute,
    path: "/errors",
    component: lazyRouteComponent(() => import("./pages/issues.tsx"), "ErrorsPage"),
  }),
  createRoute({ getParentRoute, path: "/datapoints", component: lazyRouteComponent(datapointsPage, "DatapointsPage") }),
  createRoute({
    getParentRoute,
    path: "/datapoints/$id",
    component: lazyRouteComponent(() => import("./pages/datapoint.tsx"), "DatapointPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/traces/$traceId",
    component: lazyRouteComponent(() => import("./pages/trace.tsx"), "TracePage"),
  }),
  createRoute({
    getParentRoute,
    path: "/monitors",
    component: lazyRouteComponent(() => import("./pages/monitors.tsx"), "MonitorsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/monitors/new",
    component: lazyRouteComponent(monitorFormPage, "NewMonitorPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/monitors/$id",
    component: lazyRouteComponent(monitorFormPage, "EditMonitorPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/checks",
    component: lazyRouteComponent(() => import("./pages/checks.tsx"), "ChecksPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/settings/tokens",
    component: lazyRouteComponent(() => import("./pages/tokens.tsx"), "TokensPage"),
  }),
]);

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

declare module "@tanstack/react-router" {
  interface Register {
    router: Router<typeof tree>;
  }
}
