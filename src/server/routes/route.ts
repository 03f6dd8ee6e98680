import type { IncomingHttpHeaders } from "node:http";
import type { z } from "zod";
import { Failure } from "../../platform/failure.ts";
import type { Principal, Role, Scope } from "../access.ts";
import type { Visitor } from "../visitor.ts";

type Shape = Readonly<Record<string, z.ZodType>>;
type NoFields = Readonly<Record<string, never>>;

/** A parsed and authorized request. */
interface RouteRequest<Params, Query, Body> {
  readonly principal: Principal;
  readonly visitor: Visitor;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Authorizes again, for a response that takes longer than a revocation may. */
  readonly stillAllowed: () => Promise<boolean>;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** `application/json` by default. */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

/**
 * One route of /api/v1. Its scope is required, so there is no route without an auth rule; its project is the
 * principal's and never comes from the request.
 */
export interface Route<Params extends Shape = Shape, Query extends Shape = Shape, Body extends z.ZodType = z.ZodType> {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below /api/v1, parameters as `:name`. */
  readonly path: string;
  /** The required scope of a token. */
  readonly scope: Scope;
  /** The lowest role of a signed-in user; `leastRoleFor` of the scope by default. */
  readonly role?: Role;
  /** The route concerns the signed-in user, so tokens are not accepted. */
  readonly people?: true;
  /** The route concerns the account: a user needs the role in the account, not only in the project. */
  readonly ofAccount?: true;
  /** Also for a person who must set up a second factor first. */
  readonly whileEnrolling?: true;
  /** By default, every write (not GET; scope write or admin) is audited. */
  readonly audit?: false;
  readonly summary: string;
  readonly tag: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Schema of each successful response; undefined if it has no body. */
  readonly answers: Readonly<Record<number, z.ZodType | undefined>>;
  /** The response contains a secret and is never stored for a repeated Idempotency-Key. */
  readonly secretAnswer?: boolean;
  handle(request: RouteRequest<OutputOf<Params>, OutputOf<Query>, z.output<Body>>): Promise<Reply>;
}

type OutputOf<Fields extends Shape> = z.output<z.ZodObject<Fields>>;

/** Types a route: the request of `handle` follows from its schemas. */
export function defineRoute<
  const Params extends Shape = NoFields,
  const Query extends Shape = NoFields,
  Body extends z.ZodType = z.ZodUndefined,
>(route: Route<Params, Query, Body>): Route<Params, Query, Body> {
  return route;
}

/** A parsed request without required authentication. */
interface Visit<Params, Query, Body> extends Omit<RouteRequest<Params, Query, Body>, "principal" | "stillAllowed"> {
  /** The client, if authenticated. */
  readonly principal: Principal | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** A route for people who are not signed in. It throttles guessable input and writes its own audit entries. */
export interface OpenRoute<Body extends z.ZodType = z.ZodType>
  extends Pick<
    Route<NoFields, NoFields, Body>,
    "method" | "path" | "summary" | "tag" | "body" | "answers" | "secretAnswer"
  > {
  readonly scope: "nobody";
  handle(visit: Visit<NoFields, NoFields, z.output<Body>>): Promise<Reply>;
}

export function defineOpenRoute<Body extends z.ZodType = z.ZodUndefined>(
  route: Omit<OpenRoute<Body>, "scope">,
): OpenRoute<Body> {
  return { ...route, scope: "nobody" };
}

export const ok = (body: unknown): Reply => ({ status: 200, body });

/** Problem types of the API, by slug: stable forever. */
export const problems = {
  "invalid-request": { status: 400, title: "The request has a mistake" },
  "invalid-query": { status: 400, title: "The query has a mistake" },
  "missing-token": { status: 401, title: "Sign in, or send a token" },
  "invalid-token": { status: 401, title: "The token is not valid" },
  forbidden: { status: 403, title: "This is not allowed" },
  "not-found": { status: 404, title: "Not found" },
  conflict: { status: 409, title: "It is not in a state that allows this" },
  "request-timeout": { status: 408, title: "The request came too slowly" },
  "key-in-use": { status: 409, title: "A request with this Idempotency-Key is still running" },
  "too-large": { status: 413, title: "The request is too large" },
  "unsupported-media-type": { status: 415, title: "Send JSON" },
  "key-reused": { status: 422, title: "This Idempotency-Key belongs to another request" },
  "too-costly": { status: 422, title: "It would take too long to run" },
  "too-many-requests": { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "Something went wrong here" },
  unavailable: { status: 503, title: "Something that is needed does not answer" },
  "too-expensive": { status: 503, title: "The answer took too long or too much memory" },
} as const;
export type ProblemType = keyof typeof problems;

/** Creates a refusal of the current request, to throw. */
export function refusal(problem: ProblemType, detail: string, field?: string): Failure {
  return new Failure("caller", detail, { problem, ...(field === undefined ? {} : { field }) });
}

export const notFound = (what: string): Failure => refusal("not-found", `the ${what} does not exist in this project`);
