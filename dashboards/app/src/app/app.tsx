import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode, Suspense, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { arrive, nextPage } from "../accounts/sign-in/arrival.ts";
import { freshToken } from "../accounts/sign-in/fresh-token.ts";
import { tellOtherTabs, whenSomebodyMayHaveCome } from "../accounts/sign-in/other-tabs.ts";
import { signInAbove, watchTyping } from "../accounts/sign-in/sign-in-above.tsx";
import { type Begun, takeOver } from "../platform/api/begun.ts";
import { ApiProblem, isRetried } from "../platform/api/problem.ts";
import { askMe, meQuery } from "../platform/api/queries.ts";
import type { Me } from "../platform/api/types.ts";
import { KeysProvider } from "../platform/keyboard/keys.tsx";
import { submitOnce } from "../platform/ui/forms/submit-once.ts";
import { ToastProvider } from "../platform/ui/overlays/toast.tsx";
import { CommandsProvider } from "./commands/commands.tsx";
import { createAppRouter } from "./router.tsx";

const AccountPages = lazy(() => import("../accounts/sign-in/pages.tsx"));

const queries: QueryClient = new QueryClient({
  // Gaffe may run on this computer: it is asked whether or not the browser thinks that it is connected.
  defaultOptions: {
    queries: { retry: isRetried, staleTime: 5000, refetchOnWindowFocus: true, networkMode: "always" },
    mutations: { networkMode: "always" },
  },
  queryCache: new QueryCache({ onError: askAgainWhoIsHere }),
  mutationCache: new MutationCache({ onError: askAgainWhoIsHere }),
});
const container = document.getElementById("root");
if (!container) throw new Error("the page has no root");
const appPlace = container;
const root = createRoot(container);
const holdsTyped = watchTyping(container);
submitOnce(document);
whenSomebodyMayHaveCome(() => void lookWhoIsHere());

/** Draws the app, with the answers to what was asked while it was on its way. */
export async function startApp(begun: readonly Begun[]): Promise<void> {
  takeOver(queries, begun);
  await show();
}

/** Draws what belongs at the present address for whoever is here: the app, or the way in. */
async function show(): Promise<void> {
  const arrival = await arrive(queries);
  const router = arrival.kind === "app" ? createAppRouter(arrival.basepath) : undefined;
  // The page is drawn at once with its frame, from what came while the app was on its way.
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
  // In slices, so that a slow machine stays able to answer.
  startTransition(() => root.render(app));
}

async function goIn(token: string | undefined): Promise<void> {
  freshToken.set(token);
  history.replaceState(undefined, "", nextPage());
  queries.clear();
  await show();
  tellOtherTabs();
}

let isLooking = false;

function askAgainWhoIsHere(thrown: unknown): void {
  if (thrown instanceof ApiProblem && thrown.status === 401 && whoWas().kind !== "nobody") void lookWhoIsHere();
}

/**
 * A session that has ended, a token revoked, a machine that has people now: back to the way in, and here again after. What
 * was typed is still there then, for whoever typed it. Whoever signs in or out in another tab does so in this one.
 */
async function lookWhoIsHere(): Promise<void> {
  if (isLooking) return;
  isLooking = true;
  try {
    const me = await askMe();
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
    // What was refused says so where it stands.
  } finally {
    isLooking = false;
  }
}

/** Pages that somebody who is in has no business at. */
const ways: ReadonlySet<string> = new Set(["/sign-in", "/sign-up"]);

const whoWas = (): Me["who"] => queries.getQueryData(meQuery.queryKey)?.who ?? { kind: "nobody" };

const isSomebodyElse = (was: Me["who"], is: Me["who"]): boolean =>
  was.kind === "user" && (is.kind !== "user" || is.id !== was.id);

async function goOnTyping(): Promise<void> {
  const was = whoWas();
  await signInAbove(appPlace);
  tellOtherTabs();
  const { who } = await askMe();
  if (isSomebodyElse(was, who)) location.reload();
  else await queries.invalidateQueries();
}
