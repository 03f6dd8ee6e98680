import { useQuery } from "@tanstack/react-query";
import { Outlet, useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { ApiProblem } from "../api/problem.ts";
import { projectsQuery } from "../api/queries.ts";
import { KeysHelp } from "../keys/help.tsx";
import { useShortcuts } from "../keys/keys.tsx";
import { Rail } from "./rail.tsx";
import { toggleTheme } from "./theme.ts";
import { TokenGate } from "./token-gate.tsx";

/** The frame of every page: the rail, the keys that work everywhere, and the question for a token where one is needed. */
export function Shell() {
  const [help, setHelp] = useState(false);
  const projects = useQuery(projectsQuery);
  useGlobalKeys(() => setHelp(true));
  useFocusOnArrival();
  if (projects.error instanceof ApiProblem && (projects.error.status === 401 || projects.error.status === 403)) {
    return <TokenGate because={projects.error} />;
  }
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Rail project={projects.data?.items[0]?.name} onHelp={() => setHelp(true)} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      {help && <KeysHelp onClose={() => setHelp(false)} />}
    </div>
  );
}

function useGlobalKeys(onHelp: () => void): void {
  const navigate = useNavigate();
  const go = (to: "/" | "/issues" | "/datapoints" | "/monitors" | "/errors" | "/checks" | "/settings/tokens") => () =>
    void navigate({ to });
  useShortcuts("Everywhere", [
    { keys: "g h", does: "Home", run: go("/") },
    { keys: "g i", does: "Issues", run: go("/issues") },
    { keys: "g d", does: "All Datapoints", run: go("/datapoints") },
    { keys: "g m", does: "Monitors", run: go("/monitors") },
    { keys: "g e", does: "Errors", run: go("/errors") },
    { keys: "g c", does: "Checks", run: go("/checks") },
    { keys: "g ,", does: "Settings", run: go("/settings/tokens") },
    { keys: "$mod+\\", does: "Light or dark", run: toggleTheme },
    { keys: "Shift+?", does: "This list", run: onHelp },
  ]);
}

/** A new page is read from its top: a screen reader and the Tab key begin there. */
function useFocusOnArrival(): void {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [path]);
}
