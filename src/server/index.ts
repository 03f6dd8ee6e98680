export type { Principal, Project, Role, Scope, Token } from "./access.ts";
export type { AppLinks } from "./app-links.ts";
export type { Identify } from "./identify.ts";
export type { AdderDependencies, RunAudited, Write } from "./routes/add-routes.ts";
export type { Allow, AllowDependencies } from "./routes/allow.ts";
export type { OpenRoute, ProblemType, Reply, Route } from "./routes/route.ts";
export type { Visitor } from "./visitor.ts";
