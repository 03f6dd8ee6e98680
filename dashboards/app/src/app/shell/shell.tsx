import { useIsFetching, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, Outlet, useNavigate, useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useIsMember } from "../../accounts/sign-in/roles.tsx";
import { isUnanswered } from "../../platform/api/problem.ts";
import { healthQuery } from "../../platform/api/queries.ts";
import { Keys, useRegistry, useShortcuts } from "../../platform/keyboard/keys.tsx";
import { Button } from "../../platform/ui/button.tsx";
import { Time } from "../../platform/ui/format.tsx";
import { settingsPages } from "../../platform/ui/settings-page.tsx";
import { useCommands } from "../commands/commands.tsx";
import { usePreference } from "./preferences.ts";
import { destinations, Rail, toggleRail } from "./rail.tsx";
import { toggleTheme } from "./theme.ts";

const loadPalette = () => import("../commands/palette.tsx");
const Palette = lazy(loadPalette);

export function Shell() {
  const [help, setHelp] = useState(false);
  const [palette, setPalette] = useState(false);
  useGlobalKeys(
    () => setHelp(true),
    () => setPalette(true),
  );
  useFocusOnArrival();
  usePaletteAtHand();
  const rail = usePreference("rail");
  return (
    <div className={`shell ${rail}`}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Rail onHelp={() => setHelp(true)} onPalette={() => setPalette(true)} />
      <main id="main" tabIndex={-1}>
        <LoadingBar />
        <Unanswered />
        <Outlet />
      </main>
      {palette && (
        <Suspense>
          <Palette onClose={() => setPalette(false)} />
        </Suspense>
      )}
      {help && <KeysHelp onClose={() => setHelp(false)} />}
    </div>
  );
}

function useGlobalKeys(onHelp: () => void, onPalette: () => void): void {
  const navigate = useNavigate();
  const pages = destinations.map(({ keys, name, to }) => ({ keys, title: name, run: () => void navigate({ to }) }));
  const things = [
    { keys: "$mod+\\", title: "Light or dark", run: toggleTheme },
    { keys: "$mod+b", title: "Navigation: names or icons only", run: toggleRail },
    { keys: "Shift+?", title: "Keyboard shortcuts", run: onHelp },
    { keys: "[", title: "Back", run: () => history.back() },
    { keys: "]", title: "Forward", run: () => history.forward() },
  ] as const;
  useShortcuts(
    "Everywhere",
    [...pages, ...things, { keys: "$mod+k", title: "Commands", run: onPalette } as const].map(
      ({ keys, title, run }) => ({
        keys,
        does: title,
        run,
      }),
    ),
  );
  const making = [
    { title: "New monitor", words: "create", run: () => void navigate({ to: "/monitors/new" }) },
    { title: "New model", words: "register create", run: () => void navigate({ to: "/models/new" }) },
    { title: "New test run", words: "start offline", run: () => void navigate({ to: "/test-runs/new" }) },
  ];
  useCommands("Do", useIsMember() ? [...things, ...making] : things);
  useCommands(
    "Settings",
    settingsPages.map(({ to, name }) => ({ title: name, words: "settings", run: () => void navigate({ to }) })),
  );
  useCommands("Go to", pages);
}

/** Preloads the palette when the page is idle, so that text typed right after its shortcut is not lost. */
function usePaletteAtHand(): void {
  useEffect(() => {
    const later = setTimeout(() => void loadPalette(), 1500);
    return () => clearTimeout(later);
  }, []);
}

/** Moves the focus to the top of a new page, for screen readers and the Tab key. */
function useFocusOnArrival(): void {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [path]);
}

/** Bridges the gap between a response and the next query, which often starts at the following render. */
const lingerMs = 100;

/**
 * A thin bar above the page while any of its queries loads for the first time: visible content is usable but
 * incomplete. Refetches do not show it, since the previous data is on screen.
 */
function LoadingBar() {
  const isLoading = useIsFetching({ predicate: ({ state }) => state.status === "pending" }) > 0;
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    if (isLoading) {
      setShown(true);
      return undefined;
    }
    const later = setTimeout(() => setShown(false), lingerMs);
    return () => clearTimeout(later);
  }, [isLoading]);
  return isShown ? <div className="asking" role="progressbar" aria-label="Loading" aria-busy="true" /> : null;
}

/**
 * Shows above the page that Gaffe does not respond, and how old the data is. Once it responds, failed and
 * stale queries are refetched automatically.
 */
function Unanswered() {
  const { error, dataUpdatedAt, refetch } = useQuery(healthQuery);
  const queries = useQueryClient();
  const isGone = isUnanswered(error);
  useEffect(() => {
    if (!isGone) return undefined;
    return () => void queries.refetchQueries({ type: "active", stale: true });
  }, [isGone, queries]);
  return (
    <div role="status">
      {isGone && (
        <div className="unanswered">
          <span>
            <strong>Gaffe does not respond.</strong> Is it running, and is this computer connected?{" "}
            {dataUpdatedAt > 0 && (
              <>
                The data shown is from <Time at={new Date(dataUpdatedAt).toISOString()} clock />.{" "}
              </>
            )}
            Gaffe retries every few seconds.
          </span>
          <Button text="Retry now" onClick={() => void refetch()} />
        </div>
      )}
    </div>
  );
}

function KeysHelp({ onClose }: { onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  const registry = useRegistry();
  useEffect(() => {
    ref.current?.showModal();
    // Without this, the link at the end would receive the focus.
    document.getElementById("keys-title")?.focus();
  }, []);
  return (
    <dialog ref={ref} onClose={onClose} aria-labelledby="keys-title">
      <h2 id="keys-title" tabIndex={-1}>
        Keyboard
      </h2>
      {registry.list().map(({ scope, shortcuts }) => (
        <section key={scope} aria-label={scope}>
          <h3 className="muted">{scope}</h3>
          <dl className="keys-table">
            {shortcuts.map(({ keys, does }) => (
              <div key={keys} style={{ display: "contents" }}>
                <dt>
                  <Keys keys={keys} />
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="muted">
        Single keys can be changed or switched off: <Link to="/settings/preferences">Settings ▸ Preferences</Link>.
      </p>
      <p className="right">
        <Button text="Close" onClick={() => ref.current?.close()} />
      </p>
    </dialog>
  );
}
