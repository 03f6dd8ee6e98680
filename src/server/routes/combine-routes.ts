import type { Route } from "./route.ts";

type CreateRoutes = (dependencies: never) => readonly Route[];

/** What each member of a union needs, together. */
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Sum) => void
  ? Sum
  : never;

/** Combines the route files of a module into one function, which takes what all of them need. */
export function combineRoutes<const Files extends readonly CreateRoutes[]>(...files: Files) {
  return (dependencies: All<Parameters<Files[number]>[0]>): readonly Route[] =>
    // The type above is assignable to the parameter of each file.
    files.flatMap((createRoutes) => createRoutes(dependencies as never));
}
