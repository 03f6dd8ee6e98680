import { type Query, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiProblem, isUnanswered, mayPass } from "../api/problem.ts";
import { healthQuery } from "../api/queries.ts";
import { CopyButton } from "./copy-button.tsx";
import { begunLarge } from "./format.ts";

/** Nothing to show, and why: never had any, none matches, none in this time. */
export function Blank({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="blank">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/**
 * What went wrong, where it went wrong, with what a report of it needs. What was asked is asked again by a press: found by
 * its failure, so that no page can forget to offer it; `retry` is for whoever asks in another way.
 */
export function Wrong({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const problem = error instanceof ApiProblem ? error : undefined;
  const isRefusal = !mayPass(error);
  const asked = useAskedAgain(error);
  const isTold = useIsToldAbove(error);
  const again = isRefusal ? undefined : (retry ?? asked);
  const title = problem?.title ?? "This did not work";
  const detail = error instanceof Error ? error.message : String(error);
  if (isTold) return null;
  return (
    <div className="note fail" role="alert">
      <strong>{title}</strong>
      <span>
        {begunLarge(detail)}
        {problem?.status === 404 && ". It may belong to another project, or have been deleted."}
      </span>
      {problem?.requestId && <span className="small">Request {problem.requestId}</span>}
      {!isRefusal && (
        <span className="line">
          {again && (
            <button type="button" onClick={again}>
              Try again
            </button>
          )}
          <CopyButton text={reportOf(title, detail, problem)} label="Copy details" />
        </span>
      )}
    </div>
  );
}

/** Asks again what failed with this; undefined where it was no question, but something that was to be done. */
function useAskedAgain(error: unknown): (() => void) | undefined {
  const queries = useQueryClient();
  const predicate = ({ state }: Query) => state.error === error;
  const isQuestion = queries.getQueryCache().findAll({ predicate }).length > 0;
  return isQuestion ? () => void queries.refetchQueries({ predicate }) : undefined;
}

/** That nobody answers is told above the page; what came before stays as it was, without a note at each part of it. */
function useIsToldAbove(error: unknown): boolean {
  const queries = useQueryClient();
  const { error: aboveAll } = useQuery({ ...healthQuery, enabled: false });
  const failed = queries.getQueryCache().findAll({ predicate: ({ state }) => state.error === error });
  return isUnanswered(aboveAll) && failed.length > 0 && failed.every(({ state }) => state.data !== undefined);
}

const reportOf = (title: string, detail: string, problem: ApiProblem | undefined): string =>
  [
    `${title}: ${detail}`,
    ...(problem ? [`status ${problem.status} ${problem.type}`] : []),
    ...(problem?.requestId === undefined ? [] : [`request ${problem.requestId}`]),
    `${location.href} at ${new Date().toISOString()}`,
  ].join("\n");

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
