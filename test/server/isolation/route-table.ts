import type { ApiNeeds } from "../../../src/server/routes/needs.ts";
import type { OpenRoute, Route } from "../../../src/server/routes/route.ts";
import { openRoutesOf, routesOf } from "../../../src/web/routes/routes.ts";

/** Every route of the API, none of which can be called. A route that is added is in here by itself. */
export function routeTable(): { readonly routes: readonly Route[]; readonly open: readonly OpenRoute[] } {
  const nothing = {} as unknown as ApiNeeds;
  return { routes: routesOf(nothing), open: openRoutesOf(nothing) };
}

export const nameOf = ({ method, path }: Pick<Route, "method" | "path">): string => `${method} ${path}`;

/** Parameters of a path that name an object of somebody; what all have in common, such as a column, is none. */
export const objectsIn = (path: string): readonly string[] =>
  path.split("/").filter((part) => part.startsWith(":") && !(part in commonValues));

const commonValues: Readonly<Record<string, string>> = { ":field": "model" };

/** The path with its parameters filled in. */
export function filled(path: string, values: Readonly<Record<string, string>>): string {
  return path
    .split("/")
    .map((part) => (part.startsWith(":") ? encodeURIComponent(values[part] ?? commonValues[part] ?? "nosuch") : part))
    .join("/");
}

/** Where the things of a path are listed: `/issues/:id/trend` → `/issues`. */
export const collectionOf = (path: string): string => path.slice(0, path.indexOf("/:"));
