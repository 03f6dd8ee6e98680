import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode, Suspense, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { arrive, nextPage } from "../accounts/sign-in/arrival.ts";
import { freshToken } from "../accounts/sign-in/fresh-token.ts";
import { notifyOtherTabs, whenSomebodyMayHaveCome } from "../accounts/sign-in/other-tabs.ts";
import { signInAbove, watchTyping } from "../accounts/sign-in/sign-in-above.tsx";
import { ApiProblem, isRetried } from "../platform/api/problem.ts";
import { fetchMe, meQuery } from "../platform/api/queries.ts";
import { type StartedQuery, takeOver } from "../platform/api/started-queries.ts";
import type { Me } from "../platform/api/types.ts";
import { KeysProvider } from "../platform/keyboard/keys.tsx";
import { submitOnce } from "../platform/ui/forms/submit-once.ts";
import { ToastProvider } from "../platform/ui/overlays/toast.tsx";
import { CommandsProvider } from "./commands/commands.tsx";
import { createAppRouter } from "./router.tsx";

const AccountPages = lazy(() => import("../accounts/sign-in/pages.tsx"));

const queries: QueryClient = new QueryClient({
  // Gaffe may run on this computer, so requests are sent even when the browser reports no connection.
  defaultOptions: {
    queries: { retry: isRetried, staleTime: 5000, refetchOnWindowFocus: true, networkMode: "always" },
    mutations: { networkMode: "always" },
  },
  queryCache: new QueryCache({ onError: recheckOnUnauthorized }),
  mutationCache: new MutationCache({ onError: recheckOnUnauthorized }),
});
const container = document.getElementById("root");
if (!container) throw new Error("the page has no root");
const appElement = container;
const root = createRoot(container);
const holdsTyped = watchTyping(container);
submitOnce(document);
whenSomebodyMayHaveCome(() => void recheckSession());

/** Renders the app with the queries that were started while it was loading. */
export async function startApp(started: readonly StartedQuery[]): Promise<void> {
  takeOver(queries, started);
  await show();
}

async function show(): Promise<void> {
  const arrival = await arrive(queries);
  const router = arrival.kind === "app" ? createAppRouter(arrival.basepath) : undefined;
  // The page renders immediately in its frame, with the responses that arrived while the app was loading.
  await router?.load();
  const app = (
    <StrictMode>
      <QueryClientProvider client={queries}>
        {router && (
          <ToastProvider>
            <KeysProvider>
              <CommandsProvider>
                <RouterProvider router={router} />
              </CommandsProvider>
            </KeysProvider>
          </ToastProvider>
        )}
        {arrival.kind === "account" && (
          <Suspense>
            <AccountPages page={arrival.page} onIn={(token) => void goIn(token)} />
          </Suspense>
        )}
      </QueryClientProvider>
    </StrictMode>
  );
  // As a transition: React renders in slices, so that a slow machine stays responsive.
  startTransition(() => root.render(app));
}

async function goIn(token: string | undefined): Promise<void> {
  freshToken.set(token);
  history.replaceState(undefined, "", nextPage());
  queries.clear();
  await show();
  notifyOtherTabs();
}

let isLooking = false;

function recheckOnUnauthorized(thrown: unknown): void {
  if (thrown instanceof ApiProblem && thrown.status === 401 && whoWas().kind !== "nobody") void recheckSession();
}

/**
 * Handles an ended session, a revoked token or a newly protected service: shows sign-in and returns here
 * afterwards, with unsaved input intact for the same person. Signing in or out in another tab triggers it as
 * well.
 */
async function recheckSession(): Promise<void> {
  if (isLooking) return;
  isLooking = true;
  try {
    const me = await fetchMe();
    const was = whoWas();
    if (was.kind === "nobody") {
      if (me.who.kind === "user" && ways.has(location.pathname)) await goIn(undefined);
    } else if (me.who.kind === "nobody") {
      if (holdsTyped()) return await goOnTyping();
      queries.clear();
      await show();
    } else if (isSomebodyElse(was, me.who)) location.reload();
    else queries.setQueryData(meQuery.queryKey, me);
  } catch {
    // The refused request itself shows its error on the page.
  } finally {
    isLooking = false;
  }
}

const ways: ReadonlySet<string> = new Set(["/sign-in", "/sign-up"]);

const whoWas = (): Me["who"] => queries.getQueryData(meQuery.queryKey)?.who ?? { kind: "nobody" };

const isSomebodyElse = (was: Me["who"], is: Me["who"]): boolean =>
  was.kind === "user" && (is.kind !== "user" || is.id !== was.id);

async function goOnTyping(): Promise<void> {
  const was = whoWas();
  await signInAbove(appElement);
  notifyOtherTabs();
  const { who } = await fetchMe();
  if (isSomebodyElse(was, who)) location.reload();
  else await queries.invalidateQueries();
}
