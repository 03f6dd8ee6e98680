import { useQuery } from "@tanstack/react-query";
import { Link, useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { healthQuery } from "../../platform/api/queries.ts";
import { Keys } from "../../platform/keyboard/keys.tsx";
import { Badge } from "../../platform/ui/badges.tsx";
import { IconButton } from "../../platform/ui/button.tsx";
import { countText } from "../../platform/ui/format.tsx";
import { Icon } from "../../platform/ui/icon.tsx";
import { Person } from "./person.tsx";
import { preferences, usePreference } from "./preferences.ts";
import { ProjectSwitch } from "./project-switch.tsx";
import { toggleTheme } from "./theme.ts";

const exact = { exact: true, includeSearch: false };

const pages = [
  { to: "/", name: "Home", icon: "home" },
  { to: "/issues", name: "Issues", icon: "issues" },
  { to: "/datapoints", name: "All Datapoints", icon: "rows", under: true },
  { to: "/sessions", name: "Sessions", icon: "sessions", under: true },
  { to: "/monitors", name: "Monitors", icon: "bell", under: true },
  { to: "/errors", name: "Errors", icon: "errors" },
  { to: "/checks", name: "Checks", icon: "checks" },
  { to: "/scenarios", name: "Scenarios", icon: "scenarios" },
  { to: "/test-runs", name: "Test runs", icon: "runs", under: true },
  { to: "/models", name: "Models", icon: "model", under: true },
  { to: "/dashboards", name: "Dashboards", icon: "charts" },
  { to: "/settings/tokens", name: "Settings", icon: "settings" },
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
        {pages.map(({ to, name, icon, ...page }) => (
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
