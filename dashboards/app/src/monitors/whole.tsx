import { Link } from "@tanstack/react-router";
import type { Monitor } from "../platform/api/types.ts";
import { SeverityMark } from "../platform/ui/marks.tsx";

/** A monitor where it stands in its list: its condition and its checks, none left out. */
export function WholeMonitor({ monitor: { condition, checks } }: { monitor: Monitor }) {
  return (
    <div className="whole-case">
      <section>
        <b className="small muted">Condition</b>
        {condition === "" ? <p className="muted">every datapoint</p> : <pre className="wrapped">{condition}</pre>}
      </section>
      <section>
        <b className="small muted">Checks</b>
        <ul className="first-calls" aria-label="Checks">
          {checks.map(({ check, severity, options }) => (
            <li key={`${check} ${JSON.stringify(options)}`} className="line">
              <Link to="/checks/$name" params={{ name: check }} className="mono">
                {check}
              </Link>
              {severity !== undefined && <SeverityMark severity={severity} />}
              {Object.keys(options).length > 0 && <code className="muted">{JSON.stringify(options)}</code>}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
