import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Search } from "../../platform/address/search.ts";
import { histogramQuery, newestDatapointQuery } from "../../platform/api/queries.ts";
import { Button, TextLink } from "../../platform/ui/button.tsx";
import { countText, spanText, Time } from "../../platform/ui/format.tsx";
import { Blank, Skeleton } from "../../platform/ui/page.tsx";
import { rangeOf, ranges } from "../../platform/ui/time/range.ts";
import { MatchCount, WithoutPartsOfQuery } from "../../platform/ui/without-parts.tsx";
import type { Rows } from "./use-rows.ts";

interface Props {
  readonly q: string;
  readonly range: string;
  readonly onChange: (search: Search) => void;
}

/** Distinguishes three empty states: no data at all, none in this range, none that match. */
export function NoDatapoints({ q, range, onChange }: Props) {
  const { data, isPending } = useQuery(newestDatapointQuery);
  const newest = data?.[0];
  if (isPending) {
    return (
      <div className="page-body">
        <Skeleton rows={4} />
      </div>
    );
  }
  if (data && !newest) {
    return (
      <Blank title="No datapoint yet">
        <p>Send a first call through the proxy or with OpenTelemetry; it appears here within two seconds.</p>
        <TextLink text="Connect an application" to="/" className="button primary" />
      </Blank>
    );
  }
  if (q === "") {
    return (
      <Blank title="No datapoint in this time">
        {newest && (
          <p>
            The newest one came <Time at={newest.startedAt} />.
          </p>
        )}
        <Button text={`Show ${ranges["30d"].label.toLowerCase()}`} onClick={() => onChange({ range: "30d" })} />
      </Blank>
    );
  }
  return (
    <Blank title="No datapoint matches">
      <p>
        Nothing matches <code>{q}</code> in this time.
      </p>
      <WithoutPartsOfQuery
        fields="datapoints"
        q={q}
        matching={(rest) => <Matching q={rest} range={range} />}
        onChange={onChange}
      />
      <div className="line">
        <Button text="Remove the filter" onClick={() => onChange({ q: "" })} />
        {range !== "30d" && (
          <Button text={`Search ${ranges["30d"].label.toLowerCase()}`} onClick={() => onChange({ range: "30d" })} />
        )}
      </div>
    </Blank>
  );
}

function Matching({ q, range }: Pick<Props, "q" | "range">) {
  const { data } = useQuery(histogramQuery({ q, range }));
  if (!data) return null;
  const count = [data.ok, data.failing, data.error].flat().reduce((sum, each) => sum + each, 0);
  return <MatchCount count={count} />;
}

interface SearchedSoFarProps {
  readonly listed: Rows;
  readonly range: string;
  /** Time at which the rows start, if not the end of the range. */
  readonly at: string | undefined;
}

/** Shows below an unfinished search how far it is, with buttons to continue or stop. */
export function SearchedSoFar({ listed: { rows, search }, range, at }: SearchedSoFarProps) {
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
          <Button text="Stop" onClick={search.stop} />
        ) : (
          <Button text="Search older" onClick={search.goOn} />
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
