import { Link } from "@tanstack/react-router";
import type { Monitor } from "../platform/api/types.ts";
import { SeverityBadge } from "../platform/ui/badges.tsx";

/** An expanded monitor: its whole condition and all its checks. */
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
              {severity !== undefined && <SeverityBadge severity={severity} />}
              {Object.keys(options).length > 0 && <code className="muted">{JSON.stringify(options)}</code>}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
