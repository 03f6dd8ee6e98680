import { useQuery } from "@tanstack/react-query";
import { datapointQuery } from "../../platform/api/queries.ts";
import type { DatapointRow, Verdict } from "../../platform/api/types.ts";
import { VerdictBadge } from "../../platform/ui/badges.tsx";
import { countOf } from "../../platform/ui/format.ts";

/** Height in pixels below the row; all unfolded rows have the same height. */
export const inlinePx = 150;
const checksAtMost = 4;

/** Shows a row unfolded in the list: both previews and the verdicts. */
export function Inline({ row }: { row: DatapointRow }) {
  return (
    <span role="gridcell" className="inline">
      <span>
        <b className="small muted">Input</b>
        <span className="told" dir="auto">
          {row.inputPreview || "–"}
        </span>
      </span>
      <span>
        <b className="small muted">{row.errorMessage === undefined ? "Output" : "Error"}</b>
        <span className="told" dir="auto">
          {(row.errorMessage ?? row.outputPreview) || "–"}
        </span>
      </span>
      <Checks id={row.id} />
    </span>
  );
}

const order: readonly Verdict["state"][] = ["failed", "broken", "queued", "running", "passed", "skipped"];

function Checks({ id }: { id: string }) {
  const { data, error } = useQuery(datapointQuery(id));
  const verdicts = (data?.verdicts ?? []).toSorted(
    (one, other) => order.indexOf(one.state) - order.indexOf(other.state),
  );
  return (
    <span className="verdicts" aria-busy={!data && !error}>
      <b className="small muted">Checks</b>
      {error && <span className="mistake">{error.message}</span>}
      {data && verdicts.length === 0 && <span className="muted">none</span>}
      {verdicts.slice(0, checksAtMost).map(({ check, state, version, reason, explanation }) => (
        <span key={`${check} ${version}`} className="cut" title={reason ?? explanation}>
          <VerdictBadge state={state} /> <code>{check}</code>
        </span>
      ))}
      {verdicts.length > checksAtMost && (
        <span className="muted small">and {countOf(verdicts.length - checksAtMost, "other")}</span>
      )}
    </span>
  );
}
