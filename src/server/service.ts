export {
  fulfils,
  isOperator,
  isUsable,
  languages,
  mayDo,
  mayHaveToken,
  projectRoles,
  roleIn,
  roles,
  scopes,
  scopesIn,
  scopesOfRole,
} from "./access.ts";
export { appLinks } from "./app-links.ts";
export { createClientOf } from "./client.ts";
export {
  MadeToken,
  NewProject,
  NewToken,
  Project as ProjectJson,
  ProjectChange,
  Token as TokenJson,
} from "./contract/access.ts";
export {
  AnyJson,
  HttpUrl,
  Id,
  JsonObject,
  Moment,
  PageQuery,
  Problem,
  pageOf,
  QueryText,
  RangeQuery,
  Time,
} from "./contract/common.ts";
export { isoTime, maybeTime } from "./contract/iso-time.ts";
export { GivenJson, Name, Tags } from "./contract/named.ts";
export { connectionRefused, slowRequestEnded } from "./events.ts";
export { isFromForeignPage, isFromOwnPage } from "./own-page.ts";
export { createIdempotencyStore } from "./records/idempotency.ts";
export { createAdder, createOpenAdder } from "./routes/add-routes.ts";
export { createAllow } from "./routes/allow.ts";
export { combineRoutes } from "./routes/combine-routes.ts";
export { addCompression } from "./routes/compress.ts";
export { addFormPages, escapedText, pageSettings, sendPage, unknownLinkPage } from "./routes/form-pages.ts";
export { requireAuthRules } from "./routes/guard.ts";
export { addJsonBodies } from "./routes/json-body.ts";
export { openBodyBytes } from "./routes/open-route-budget.ts";
export { createErrorHandler, sendProblem } from "./routes/problems.ts";
export { defineOpenRoute, defineRoute, notFound, ok, problems, refusal } from "./routes/route.ts";
