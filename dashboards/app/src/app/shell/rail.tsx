import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { notifyOtherTabs } from "../../accounts/sign-in/other-tabs.ts";
import { useMe } from "../../accounts/sign-in/roles.tsx";
import { shownProject } from "../../platform/address/link.ts";
import { callApi, enteredToken } from "../../platform/api/client.ts";
import { healthQuery, projectsQuery } from "../../platform/api/queries.ts";
import { Keys } from "../../platform/keyboard/keys.tsx";
import { Badge } from "../../platform/ui/badges.tsx";
import { Button, IconButton, TextLink } from "../../platform/ui/button.tsx";
import { countText } from "../../platform/ui/format.tsx";
import { Select } from "../../platform/ui/forms/field.tsx";
import { Icon } from "../../platform/ui/icon.tsx";
import { preferences, usePreference } from "./preferences.ts";
import { toggleTheme } from "./theme.ts";

const exact = { exact: true, includeSearch: false };

/** Pages with a shortcut, from which the palette and the list of shortcuts are generated as well. */
export const destinations = [
  { to: "/", name: "Home", icon: "home", keys: "g h" },
  { to: "/issues", name: "Issues", icon: "issues", keys: "g i" },
  { to: "/datapoints", name: "All Datapoints", icon: "rows", keys: "g d", under: true },
  { to: "/sessions", name: "Sessions", icon: "sessions", keys: "g n", under: true },
  { to: "/monitors", name: "Monitors", icon: "bell", keys: "g m", under: true },
  { to: "/errors", name: "Errors", icon: "errors", keys: "g e" },
  { to: "/checks", name: "Checks", icon: "checks", keys: "g c" },
  { to: "/scenarios", name: "Scenarios", icon: "scenarios", keys: "g s" },
  { to: "/test-runs", name: "Test runs", icon: "runs", keys: "g r", under: true },
  { to: "/models", name: "Models", icon: "model", keys: "g o", under: true },
  { to: "/dashboards", name: "Dashboards", icon: "charts", keys: "g b" },
  { to: "/settings/tokens", name: "Settings", icon: "settings", keys: "g ," },
] as const;

interface RailProps {
  readonly onHelp: () => void;
  readonly onPalette: () => void;
}

export function Rail({ onHelp, onPalette }: RailProps) {
  const [open, setOpen] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => setOpen(false), [path]);
  return (
    <nav className={open ? "rail open" : "rail"} aria-label="Main">
      <div className="top">
        <Link to="/" className="brand" activeOptions={exact}>
          <img src="/favicon.svg" alt="" width="22" height="22" />
          <span>Gaffe</span>
        </Link>
        <ProjectSwitch />
        <button type="button" className="find" title="Search and commands" onClick={onPalette}>
          <Icon name="search" />
          <span className="words">Search</span>
          <Keys keys="$mod+k" />
        </button>
        <IconButton
          icon={open ? "close" : "menu"}
          label="Menu"
          className="quiet icon menu"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
      </div>
      <div className="below">
        {destinations.map(({ to, name, icon, ...page }) => (
          <Link
            key={to}
            to={to}
            className={"under" in page ? "page sub" : "page"}
            title={name}
            activeOptions={to === "/" ? exact : { includeSearch: false }}
            {...(to === "/settings/tokens" && path.startsWith("/settings/") ? { "aria-current": "page" } : {})}
          >
            <Icon name={icon} />
            <span>{name}</span>
          </Link>
        ))}
        <Foot onHelp={onHelp} />
      </div>
    </nav>
  );
}

function Foot({ onHelp }: Pick<RailProps, "onHelp">) {
  const width = usePreference("rail");
  return (
    <div className="foot">
      <Receiving />
      <Person />
      <div className="line">
        <IconButton icon="sun" label="Light or dark" onClick={toggleTheme} title="Light or dark" />
        <IconButton icon="help" label="Keyboard shortcuts" onClick={onHelp} title="Keyboard shortcuts" />
        <IconButton
          icon="fold"
          label="Narrow navigation"
          className="quiet icon fold"
          aria-pressed={width === "narrow"}
          title={width === "narrow" ? "Show names" : "Icons only"}
          onClick={toggleRail}
        />
        <span className="hint">
          <Keys keys="Shift+?" /> for keys
        </span>
      </div>
    </div>
  );
}

export const toggleRail = (): void => preferences.set("rail", preferences.get("rail") === "wide" ? "narrow" : "wide");

function Receiving() {
  const { data, error } = useQuery(healthQuery);
  if (error) {
    return (
      <p className="receiving">
        <Badge tone="fail" sign="●" text="No answer" />
      </p>
    );
  }
  if (!data) return <p className="receiving">Connecting…</p>;
  const { datapoints = 0, hasSpansOnly = false, pipeline } = data;
  if (pipeline.state === "stalled") {
    return (
      <p className="receiving">
        <Link to="/settings/pipeline" title={pipeline.reason}>
          <Badge tone="warn" sign="▲" text="Stalled" />
        </Link>
      </p>
    );
  }
  const isReceiving = datapoints > 0;
  return (
    <p className="receiving">
      <Badge
        tone={isReceiving ? "ok" : "quiet"}
        sign={isReceiving ? "●" : "○"}
        text={isReceiving ? "Receiving" : hasSpansOnly ? "Spans, no calls" : "Waiting for data"}
      />
      {isReceiving && <span>{countText(datapoints)} datapoints in 24 h</span>}
    </p>
  );
}

function Person() {
  const who = useMe();
  const leave = useMutation({
    mutationFn: () => callApi("POST /sign-out", { body: {}, project: false }),
    onSettled: () => {
      notifyOtherTabs();
      location.assign("/sign-in");
    },
  });
  switch (who.kind) {
    case "user":
      return (
        <div className="person">
          <TextLink text={who.email} to="/settings/you" className="cut" title={`${who.email}, ${who.role}`} />
          <Button text="Sign out" className="quiet" onClick={() => leave.mutate()} />
        </div>
      );
    case "token":
      return (
        <div className="person">
          <span className="cut">Token {who.name}</span>
          <Button
            text="Remove token"
            className="quiet"
            onClick={() => {
              enteredToken.remove();
              location.assign("/");
            }}
          />
        </div>
      );
    default:
      return (
        <div className="person">
          <a href="/sign-up">Sign up</a>
        </div>
      );
  }
}

/** The current project, with links to the same list in other projects. */
function ProjectSwitch() {
  const { data } = useQuery(projectsQuery);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const shown = shownProject();
  const offered = (data?.items ?? []).filter(({ id, archivedAt }) => archivedAt === undefined || id === shown);
  const [only] = offered;
  if (offered.length <= 1) return <span className="project">{only?.name ?? " "}</span>;
  return (
    <Select
      className="project"
      aria-label="Project"
      value={shown ?? ""}
      onChange={(value) => location.assign(`/p/${value}${listOf(path)}`)}
      options={offered.map(({ id, name }) => [id, name] as const)}
    />
  );
}

/** Strips ids from a path: what follows `/issues/` belongs to one project. */
function listOf(path: string): string {
  return path.startsWith("/settings/") ? path : (/^\/[a-z-]*/.exec(path)?.[0] ?? "/");
}
