import type { ReactNode } from "react";
import { ApiProblem } from "../api/problem.ts";

/** Nothing to show, and why: never had any, none matches, none in this time. */
export function Blank({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="blank">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** What went wrong, where it went wrong, with what a report of it needs. */
export function Wrong({ error, retry }: { error: unknown; retry?: () => void }) {
  const problem = error instanceof ApiProblem ? error : undefined;
  return (
    <div className="note fail" role="alert">
      <strong>{problem ? (titles.get(problem.status) ?? usual) : usual}</strong>
      <span>{error instanceof Error ? error.message : String(error)}</span>
      {problem?.requestId && <span className="small">request {problem.requestId}</span>}
      {retry && problem?.status !== 404 && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

const usual = "This could not be loaded";
const titles: ReadonlyMap<number, string> = new Map([
  [400, "This was refused"],
  [404, "There is no such thing here"],
  [409, "This was refused"],
  [422, "This was refused"],
]);

const widths = ["62%", "84%", "47%", "73%", "58%", "90%", "66%", "51%"];

/** Rows to come, in their final height. */
export function Skeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div className="stack" aria-busy="true">
      <span className="hidden" role="status">
        Loading
      </span>
      {Array.from({ length: rows }, (_, row) => (
        // oxlint-disable-next-line react/no-array-index-key -- the rows are all alike and never move
        <div key={row} className="skeleton pulse" style={{ width: widths[row % widths.length] }} />
      ))}
    </div>
  );
}
