import { createAllRoutes } from "../../../src/app/module-routes.ts";
import type { OpenRoute, Route } from "../../../src/server/routes/route.ts";
import { authenticationRoutes } from "../../../src/web/routes/authentication.ts";

/** Returns every route of the API, without callable handlers. New routes are included automatically. */
export function routeTable(): { readonly routes: readonly Route[]; readonly open: readonly OpenRoute[] } {
  const nothing = {} as never;
  return { routes: createAllRoutes(nothing), open: authenticationRoutes(nothing) };
}

export const nameOf = ({ method, path }: Pick<Route, "method" | "path">): string => `${method} ${path}`;

/** Path parameters that identify an object; shared values, such as a column, are excluded. */
export const objectsIn = (path: string): readonly string[] =>
  path.split("/").filter((part) => part.startsWith(":") && !(part in commonValues));

const commonValues: Readonly<Record<string, string>> = { ":field": "model" };

/** Returns the path with its parameters filled in. */
export function filled(path: string, values: Readonly<Record<string, string>>): string {
  return path
    .split("/")
    .map((part) => (part.startsWith(":") ? encodeURIComponent(values[part] ?? commonValues[part] ?? "nosuch") : part))
    .join("/");
}

/** Returns the path that lists the objects of a path: `/issues/:id/trend` → `/issues`. */
export const collectionOf = (path: string): string => path.slice(0, path.indexOf("/:"));
