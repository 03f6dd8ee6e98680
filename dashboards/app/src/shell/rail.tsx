import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { healthQuery } from "../api/queries.ts";
import { Keys } from "../keys/keys-text.tsx";
import { countText } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { Mark } from "../ui/marks.tsx";
import { Person } from "./person.tsx";
import { ProjectSwitch } from "./project-switch.tsx";
import { toggleTheme } from "./theme.ts";

const exact = { exact: true, includeSearch: false };

interface RailProps {
  readonly onHelp: () => void;
  readonly onPalette: () => void;
}

export function Rail({ onHelp, onPalette }: RailProps) {
  return (
    <nav className="rail" aria-label="Main">
      <Link to="/" className="brand" activeOptions={exact}>
        <img src="/favicon.svg" alt="" width="22" height="22" />
        <span>Gaffe</span>
      </Link>
      <ProjectSwitch />
      <button type="button" className="find" onClick={onPalette}>
        <Icon name="search" />
        <span>Find or do</span>
        <Keys keys="$mod+k" />
      </button>
      <Link to="/" className="page" activeOptions={exact}>
        <Icon name="home" />
        <span>Home</span>
      </Link>
      <Link to="/issues" className="page" activeOptions={{ includeSearch: false }}>
        <Icon name="issues" />
        <span>Issues</span>
      </Link>
      <Link to="/datapoints" className="page sub" activeOptions={{ includeSearch: false }}>
        All Datapoints
      </Link>
      <Link to="/sessions" className="page sub" activeOptions={{ includeSearch: false }}>
        Sessions
      </Link>
      <Link to="/monitors" className="page sub" activeOptions={{ includeSearch: false }}>
        Monitors
      </Link>
      <Link to="/errors" className="page" activeOptions={{ includeSearch: false }}>
        <Icon name="errors" />
        <span>Errors</span>
      </Link>
      <Link to="/checks" className="page" activeOptions={{ includeSearch: false }}>
        <Icon name="checks" />
        <span>Checks</span>
      </Link>
      <Link to="/scenarios" className="page" activeOptions={{ includeSearch: false }}>
        <Icon name="scenarios" />
        <span>Scenarios</span>
      </Link>
      <Link to="/test-runs" className="page sub" activeOptions={{ includeSearch: false }}>
        Test runs
      </Link>
      <Link to="/models" className="page sub" activeOptions={{ includeSearch: false }}>
        Models
      </Link>
      <Link to="/dashboards" className="page" activeOptions={{ includeSearch: false }}>
        <Icon name="charts" />
        <span>Dashboards</span>
      </Link>
      <Link to="/settings/tokens" className="page" activeOptions={{ includeSearch: false }}>
        <Icon name="settings" />
        <span>Settings</span>
      </Link>
      <div className="foot">
        <Receiving />
        <Person />
        <div className="line">
          <button
            type="button"
            className="quiet icon"
            onClick={toggleTheme}
            aria-label="Light or dark"
            title="Light or dark"
          >
            <Icon name="sun" />
          </button>
          <button
            type="button"
            className="quiet icon"
            onClick={onHelp}
            aria-label="Keyboard shortcuts"
            title="Keyboard shortcuts"
          >
            <Icon name="help" />
          </button>
          <span>
            <kbd>?</kbd> for keys
          </span>
        </div>
      </div>
    </nav>
  );
}

function Receiving() {
  const { data, error } = useQuery(healthQuery);
  if (error) {
    return (
      <p>
        <Mark tone="fail" sign="●">
          No answer
        </Mark>
      </p>
    );
  }
  if (!data) return <p>Connecting…</p>;
  return (
    <p>
      <Mark tone={data.datapoints > 0 ? "ok" : "quiet"} sign={data.datapoints > 0 ? "●" : "○"}>
        {data.datapoints > 0 ? "Receiving" : "Waiting for data"}
      </Mark>
      <br />
      {data.datapoints > 0 && <span>{countText(data.datapoints)} datapoints in 24 h</span>}
    </p>
  );
}
