import { Link } from "@tanstack/react-router";
import type { CollectedSet } from "../../platform/api/offline.ts";
import { countText } from "../../platform/ui/format.ts";

const rowsText = (count: number) => `${countText(count)} ${count === 1 ? "row" : "rows"}`;

/** Shows the result: number of rows, what was left out and why, and what was replaced. */
export function Collected({ collected: { scenario, added, leftOut, more, redacted } }: { collected: CollectedSet }) {
  const reasons = Map.groupBy(leftOut, ({ reason }) => reason);
  return (
    <>
      <p role="status">
        {rowsText(added)} {added === 1 ? "is" : "are"} in <b>{scenario.name}</b>, version {scenario.version}.
      </p>
      {reasons.size > 0 && (
        <ul className="stack" aria-label="Left out">
          {Array.from(reasons, ([reason, all]) => (
            <li key={reason} className="muted">
              {countText(all.length)} left out: {reason}
            </li>
          ))}
        </ul>
      )}
      {redacted.length > 0 && (
        <p className="muted">
          Markers replace {redacted.map(({ type, count }) => `${count} × ${type.replaceAll("_", " ")}`).join(", ")}.
        </p>
      )}
      {more && <p className="muted">There are more than that: raise the number to take them, too.</p>}
      <p>
        <Link to="/scenarios/$id" params={{ id: scenario.id }} className="button primary">
          Open the set
        </Link>
      </p>
    </>
  );
}
