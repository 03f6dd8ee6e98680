import { useEffect } from "react";
import { countText, spanText } from "../../platform/ui/format.ts";
import { Blank } from "../../platform/ui/states.tsx";
import { rangeOf } from "../../platform/ui/time/range.ts";
import type { Rows } from "./use-rows.ts";

interface Props {
  readonly listed: Rows;
  readonly range: string;
  /** Time at which the rows start, if not the end of the range. */
  readonly at: string | undefined;
}

/** Shows below an unfinished search how far it is, with buttons to continue or stop. */
export function SearchedSoFar({ listed: { rows, search }, range, at }: Props) {
  const now = Date.now();
  const end = at === undefined ? (rangeOf(range, now).to ?? now) : Date.parse(at);
  return (
    <div className={search ? "line searched" : ""} aria-busy={search?.isRunning ?? false}>
      <span className="muted" role="status">
        {search &&
          `Looked at the newest ${spanText(end - Date.parse(search.searchedTo))}, ${countText(rows.length)} found`}
      </span>
      {search &&
        (search.isRunning ? (
          <button type="button" onClick={search.stop}>
            Stop
          </button>
        ) : (
          <button type="button" onClick={search.goOn}>
            Search older
          </button>
        ))}
    </div>
  );
}

/** Shown until the whole range has been searched without a match. */
export function NothingYet({ q, listed: { search, more } }: { readonly q: string; readonly listed: Rows }) {
  // Loads more, as a list with room for rows does.
  useEffect(() => {
    more();
  });
  return (
    <Blank title={search?.isRunning ? "Searching …" : "Nothing found so far"}>
      <p>
        Nothing matches <code>{q}</code> in the time searched so far.
      </p>
    </Blank>
  );
}
