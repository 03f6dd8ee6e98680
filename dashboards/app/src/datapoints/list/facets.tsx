import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { preferences } from "../../app/shell/preferences.ts";
import { isMistake } from "../../platform/api/problem.ts";
import { facetQuery } from "../../platform/api/queries.ts";
import { Button } from "../../platform/ui/button.tsx";
import { countText, Time } from "../../platform/ui/format.tsx";
import { type Clause, useQueryLanguage } from "../../platform/ui/query/query-language.ts";
import { ScrollRegion } from "../../platform/ui/table.tsx";
import { momentText } from "../../platform/ui/time/zone.ts";
import { type FacetName, facets } from "./facet-fields.ts";

/** Facets that are open at first; others are counted when opened. */
const openAtFirst = new Set<FacetName>(["status", "check", "model", "env"]);

interface Props {
  readonly q: string;
  readonly range: string;
  readonly onChange: (q: string) => void;
}

/** The most frequent values next to the list: a second editor of the query, counted independently of the rows. */
export const Facets = (props: Props) => (
  <ScrollRegion className="facets" label="Filter by value">
    {facets.map(([field, title]) => (
      <FacetBox key={field} field={field} title={title} {...props} />
    ))}
  </ScrollRegion>
);

/** A mistake in the query is reported at the search box, not at every facet. */
const NotCounted = ({ error }: { error: Error | null }) =>
  error && !isMistake(error) ? <p className="muted small">{error.message}</p> : null;

const shownAtFirst = 6;

function FacetBox({ field, title, q, range, onChange }: Props & { field: FacetName; title: string }) {
  const [open, setOpen] = useState(openAtFirst.has(field));
  const [more, setMore] = useState(false);
  const language = useQueryLanguage("datapoints");
  const { data, error, isPending } = useQuery({ ...facetQuery({ field, q, range }), enabled: open });
  const chosenOf = (value: string) =>
    field === "check"
      ? language?.chosen(q, "check", value).includes("failed")
      : language?.chosen(q, field).includes(value);
  const clauseOf = (value: string): Clause =>
    field === "check" ? { field, sub: value, value: "failed" } : { field, value };
  const known = new Set(data?.values.map(({ value }) => value));
  // Values in the query stay visible even if no datapoint has them.
  const missing = (field === "check" ? [] : (language?.chosen(q, field) ?? [])).filter((value) => !known.has(value));
  const values = [...missing.map((value) => ({ value, count: 0 })), ...(data?.values ?? [])];
  if (open && data && values.length === 0) return null;
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      <NotCounted error={error} />
      <Since since={data?.since} />
      {isPending && open && <p className="muted small pulse">Counting …</p>}
      <ul>
        {values.slice(0, more ? 100 : shownAtFirst).map(({ value, count }) => (
          <li key={value}>
            <label>
              <input
                type="checkbox"
                checked={chosenOf(value) ?? false}
                disabled={!language}
                onChange={() => language && onChange(language.toggled(q, clauseOf(value)))}
              />
              <span className="cut" title={value}>
                {value}
              </span>
              <Count count={count} since={data?.since} />
            </label>
            <Button
              text="−"
              className="quiet exclude"
              aria-label={`Exclude ${value}`}
              title="Exclude"
              disabled={!language}
              onClick={() => language && onChange(language.excluding(q, clauseOf(value)))}
            />
          </li>
        ))}
      </ul>
      {(values.length > shownAtFirst || data?.hasMore) && (
        <Button
          text={more ? "Fewer" : data?.hasMore ? `More than ${values.length}` : `All ${values.length}`}
          className="link small"
          onClick={() => setMore(!more)}
        />
      )}
    </details>
  );
}

/** Shows since when values are counted, if counting the whole range takes too long. */
const Since = ({ since }: { since: string | undefined }) =>
  since === undefined ? null : (
    <p className="muted small">
      ≈ of those since <Time at={since} clock />
    </p>
  );

const Count = ({ count, since }: { count: number; since: string | undefined }) => (
  <span className="num muted" title={since === undefined ? undefined : `Counted since ${momentText(since)}`}>
    {since === undefined ? "" : "≈ "}
    {countText(count)}
  </span>
);

/** Whether facets are shown by default: not on narrow screens. */
export const facetsByDefault = (): boolean =>
  matchMedia("(min-width: 1180px)").matches && preferences.get("facets") === "on";
