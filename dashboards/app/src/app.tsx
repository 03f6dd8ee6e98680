import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode, Suspense, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { arrive, nextPage } from "./account/arrival.ts";
import { freshToken } from "./account/fresh-token.ts";
import { signInAbove, watchTyping } from "./account/sign-in-above.tsx";
import { type Begun, takeOver } from "./api/begun.ts";
import { ask } from "./api/client.ts";
import { ApiProblem, isRetried } from "./api/problem.ts";
import { meQuery } from "./api/queries.ts";
import type { Me } from "./api/types.ts";
import { CommandsProvider } from "./commands/commands.tsx";
import { KeysProvider } from "./keys/keys.tsx";
import { createAppRouter } from "./router.tsx";
import { submitOnce } from "./ui/submit-once.ts";
import { ToastProvider } from "./ui/toast.tsx";

const AccountPages = lazy(() => import("./account/pages.tsx"));

const queries: QueryClient = new QueryClient({
  defaultOptions: { queries: { retry: isRetried, staleTime: 5000, refetchOnWindowFocus: true } },
  queryCache: new QueryCache({ onError: (thrown) => void askAgainWhoIsHere(thrown) }),
  mutationCache: new MutationCache({ onError: (thrown) => void askAgainWhoIsHere(thrown) }),
});
const container = document.getElementById("root");
if (!container) throw new Error("the page has no root");
const appPlace = container;
const root = createRoot(container);
const holdsTyped = watchTyping(container);
submitOnce(document);

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
}

let isAskingWho = false;

/**
 * A session that has ended, a token revoked, a machine that has people now: back to the way in, and here again after. What
 * was typed is still there then, for whoever typed it.
 */
async function askAgainWhoIsHere(thrown: unknown): Promise<void> {
  const before = queries.getQueryData(meQuery.queryKey)?.who.kind ?? "nobody";
  if (!(thrown instanceof ApiProblem) || thrown.status !== 401 || before === "nobody" || isAskingWho) return;
  isAskingWho = true;
  try {
    const { who } = await ask<Me>("/me", { project: false });
    if (who.kind !== "nobody") return;
    if (holdsTyped()) return await goOnTyping();
    queries.clear();
    await show();
  } catch {
    // What was refused says so where it stands.
  } finally {
    isAskingWho = false;
  }
}

async function goOnTyping(): Promise<void> {
  const before = queries.getQueryData(meQuery.queryKey)?.who;
  await signInAbove(appPlace);
  const { who } = await ask<Me>("/me", { project: false });
  const isSomebodyElse = before?.kind === "user" && (who.kind !== "user" || who.id !== before.id);
  if (isSomebodyElse) location.reload();
  else await queries.invalidateQueries();
}
