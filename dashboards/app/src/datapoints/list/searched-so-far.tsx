import { useEffect } from "react";
import { countText, spanText } from "../../platform/ui/format.ts";
import { Blank } from "../../platform/ui/states.tsx";
import { rangeOf } from "../../platform/ui/time/range.ts";
import type { Rows } from "./use-rows.ts";

interface Props {
  readonly listed: Rows;
  readonly range: string;
  /** The time that rows begin at, where that is not the end of the range. */
  readonly at: string | undefined;
}

/** At the foot of a list whose search is not at its end: how far it came, and a way to go on or to leave it there. */
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

/** Nothing yet: that nothing matches is said when all of the range was looked at. */
export function NothingYet({ q, listed: { search, more } }: { readonly q: string; readonly listed: Rows }) {
  // As a list with room for more rows does.
  useEffect(() => {
    more();
  });
  return (
    <Blank title={search?.isRunning ? "Searching …" : "Nothing found so far"}>
      <p>
        Nothing matches <code>{q}</code> in what was looked at.
      </p>
    </Blank>
  );
}
