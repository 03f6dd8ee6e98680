import type { QueryClient } from "@tanstack/react-query";
import { enteredToken } from "../../platform/api/client.ts";
import { ApiProblem } from "../../platform/api/problem.ts";
import { meQuery, projectsQuery } from "../../platform/api/queries.ts";
import type { Me, Page, Project } from "../../platform/api/types.ts";

export const accountPages = ["/sign-in", "/sign-up", "/reset", "/join", "/second-factor", "/sso"] as const;
export type AccountPage = (typeof accountPages)[number];

export type Arrival =
  | { readonly kind: "account"; readonly page: AccountPage }
  | { readonly kind: "app"; readonly basepath: string };

/** Returns what to show at the present address. Signed-out visitors return to it after signing in. */
export async function arrive(queries: QueryClient): Promise<Arrival> {
  const page = accountPages.find((path) => path === location.pathname);
  // Requested concurrently with the identity. A signed-out visitor gets a refusal here, which is ignored.
  const projects = page ? undefined : queries.fetchQuery(projectsQuery).catch(() => undefined);
  const me = await known(queries);
  if (page === "/reset" || page === "/join" || page === "/sso") return { kind: "account", page };
  const isEnrolling = me?.who.kind === "user" && me.who.isEnrolling === true;
  if (isEnrolling) return enrolAt(page);
  const isIn = me === undefined || me.who.kind !== "nobody";
  if (page) {
    const mayStay = !isIn || me?.who.kind === "local";
    if (mayStay) return { kind: "account", page };
    history.replaceState(undefined, "", nextPage());
  } else if (!isIn) {
    const first = me.signUp === "first" && enteredToken.get() === undefined ? "/sign-up" : "/sign-in";
    const next = location.pathname + location.search + location.hash;
    history.replaceState(undefined, "", next === "/" ? first : `${first}?next=${encodeURIComponent(next)}`);
    return { kind: "account", page: first };
  }
  return {
    kind: "app",
    basepath: enterProject(await projectFor(projects ?? queries.fetchQuery(projectsQuery).catch(() => undefined), me)),
  };
}

/** Nothing else can be done yet. The person continues to the present address afterwards. */
function enrolAt(page: AccountPage | undefined): Arrival {
  const next = page === undefined ? location.pathname + location.search + location.hash : nextPage();
  const search = next === "/" ? "" : `?next=${encodeURIComponent(next)}`;
  history.replaceState(undefined, "", `/second-factor${search}`);
  return { kind: "account", page: "/second-factor" };
}

/** Returns the page to continue to: a path of this site only, so that a link cannot redirect elsewhere. */
export function nextPage(): string {
  const next = new URLSearchParams(location.search).get("next") ?? "/";
  return /^\/(?![/\\])/.test(next) && !accountPages.some((page) => next.startsWith(page)) ? next : "/";
}

/** Returns undefined when the service does not respond; the app then shows the failure and offers a retry. */
async function known(queries: QueryClient): Promise<Me | undefined> {
  try {
    return await queries.fetchQuery(meQuery);
  } catch (thrown) {
    if (thrown instanceof ApiProblem) return undefined;
    throw thrown;
  }
}

/** Returns the project named by the address if the account has it, otherwise the default project. */
async function projectFor(
  listed: Promise<Page<Project> | undefined>,
  me: Me | undefined,
): Promise<{ named?: string; usual: string }> {
  const usual = me?.projectId ?? "global";
  const named = /^\/p\/([^/]+)/.exec(location.pathname)?.[1];
  const projects = await listed;
  const isKnown = named !== undefined && (projects?.items.some(({ id }) => id === named) ?? true);
  return isKnown ? { named, usual } : { usual };
}

/**
 * Normalizes the address before the first render. Every page lives below `/p/<project>`, which the router
 * does not see. Short links (`/d/…`, `/i/…`, `/t/…`) and the bare address become that form; an unknown project
 * leads to the home page of a known one.
 */
function enterProject(
  { named, usual }: { named?: string; usual: string },
  location: Location = window.location,
  history: History = window.history,
): string {
  const { pathname, search, hash } = location;
  if (named !== undefined) return `/p/${named}`;
  const short = /^\/([dit])\/([^/]+)$/.exec(pathname);
  const base = `/p/${usual}`;
  const page = short ? `/${shortLinks[short[1] as keyof typeof shortLinks]}/${short[2]}` : "/";
  history.replaceState(undefined, "", `${base}${page}${search}${hash}`);
  return base;
}

const shortLinks = { d: "datapoints", i: "issues", t: "traces" } as const;
