import { useQuery } from "@tanstack/react-query";
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, type Router } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Search } from "../platform/address/search.ts";
import { isUnanswered } from "../platform/api/problem.ts";
import { fetchMe, healthQuery } from "../platform/api/queries.ts";
import { TextLink } from "../platform/ui/button.tsx";
import { Blank, Skeleton, Wrong } from "../platform/ui/page.tsx";
import { type PagePath, pagePaths, pages } from "./pages.ts";
import { Shell } from "./shell/shell.tsx";

const root = createRootRoute({
  component: Shell,
  validateSearch: (search): Search => search,
  notFoundComponent: NoSuchPage,
});
const getParentRoute = () => root;

const routeOf = <const Path extends PagePath>(path: Path) => {
  const { load, name } = pages[path];
  return createRoute({ getParentRoute, path, component: lazyRouteComponent(fetched(load), name) });
};

/** Checks the service before reporting a failed load: the router would reload the page, in vain if it is down. */
const fetched =
  <Module,>(load: () => Promise<Module>) =>
  () =>
    load().catch(async (thrown: unknown) => {
      await checkService();
      throw thrown;
    });

const checkService = () => fetchMe();

/** Links and their parameters are checked against this type; `Object.fromEntries` loses the keys. */
type Routes = { readonly [Path in PagePath]: ReturnType<typeof routeOf<Path>> };
const routes = Object.fromEntries(pagePaths.map((path) => [path, routeOf(path)])) as unknown as Routes;
const tree = root.addChildren(routes);

function NoSuchPage() {
  return (
    <Blank title="Page not found">
      <p>The address may be cut off, or the page may have moved.</p>
      <TextLink text="Home" to="/" className="button" />
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
