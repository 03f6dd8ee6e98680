import { Outlet, useNavigate, useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useIsMember } from "../../accounts/sign-in/for-members.tsx";
import { KeysHelp } from "../../platform/keyboard/help.tsx";
import { useShortcuts } from "../../platform/keyboard/keys.tsx";
import { settingsPages } from "../../platform/ui/settings-sections.ts";
import { useCommands } from "../commands/commands.tsx";
import { LoadingBar } from "./loading-bar.tsx";
import { usePreference } from "./preferences.ts";
import { Rail, toggleRail } from "./rail.tsx";
import { toggleTheme } from "./theme.ts";
import { Unanswered } from "./unanswered.tsx";

const loadPalette = () => import("../commands/palette.tsx");
const Palette = lazy(loadPalette);

/** The frame of every page: the navigation and the global shortcuts. */
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

/** Pages with a shortcut; the palette and the list of shortcuts are generated from this. */
const destinations = [
  { keys: "g h", title: "Home", to: "/" },
  { keys: "g i", title: "Issues", to: "/issues" },
  { keys: "g d", title: "All Datapoints", to: "/datapoints" },
  { keys: "g n", title: "Sessions", to: "/sessions" },
  { keys: "g m", title: "Monitors", to: "/monitors" },
  { keys: "g e", title: "Errors", to: "/errors" },
  { keys: "g c", title: "Checks", to: "/checks" },
  { keys: "g s", title: "Scenarios", to: "/scenarios" },
  { keys: "g r", title: "Test runs", to: "/test-runs" },
  { keys: "g o", title: "Models", to: "/models" },
  { keys: "g b", title: "Dashboards", to: "/dashboards" },
  { keys: "g ,", title: "Settings", to: "/settings/tokens" },
] as const;

function useGlobalKeys(onHelp: () => void, onPalette: () => void): void {
  const navigate = useNavigate();
  const pages = destinations.map(({ keys, title, to }) => ({ keys, title, run: () => void navigate({ to }) }));
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
