import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Sparkline } from "../dashboards/charts/sparkline.tsx";
import { type Search, useAddress, useSetAddress } from "../platform/address/search.ts";
import { isMistake } from "../platform/api/problem.ts";
import { usageQuery } from "../platform/api/queries.ts";
import type { Issue } from "../platform/api/types.ts";
import { useQueryFilter } from "../platform/list/use-cell-actions.tsx";
import { useList } from "../platform/list/use-list.ts";
import { Button, TextLink } from "../platform/ui/button.tsx";
import { countText } from "../platform/ui/format.tsx";
import { Select } from "../platform/ui/forms/field.tsx";
import { Blank, errorOf, More, useItems, Wrong } from "../platform/ui/page.tsx";
import type { Diagnostic } from "../platform/ui/query/query-language.ts";
import { QueryBar } from "../platform/ui/query/search-box.tsx";
import { useSelection } from "../platform/ui/selection.tsx";
import { ScrollRegion } from "../platform/ui/table.tsx";
import { FirstPageCount, WithoutPartsOfQuery } from "../platform/ui/without-parts.tsx";
import { BulkIssues } from "./bulk.tsx";
import { errorColumns, issueColumns, issueKind } from "./columns.tsx";
import { listedIssues } from "./listed-issues.ts";
import { IssueRows } from "./rows.tsx";

export const IssuesPage = () => <IssueList at="/issues" title="Issues" kind={undefined} />;

/** Failures of the calls themselves: issues of the kind `error`. */
export const ErrorsPage = () => <IssueList at="/errors" title="Errors" kind="error" />;

const states = [
  ["Open", ""],
  ["Regressed", "regressed"],
  ["Spiking", "spiking"],
  ["Assigned to me", "mine"],
  ["Acknowledged", "acknowledged"],
  ["Resolved", "resolved"],
  ["Ignored", "ignored"],
  ["All", "all"],
] as const;

const none: readonly Issue[] = [];

function IssueList({ at, title, kind }: { at: "/issues" | "/errors"; title: string; kind: "error" | undefined }) {
  const { q = "", state = "", order = "" } = useAddress();
  const [problems, setProblems] = useState<readonly Diagnostic[]>([]);
  const paged = useInfiniteQuery(listedIssues({ q, state, order }, kind));
  const error = errorOf(paged);
  const loaded = useItems(paged.data);
  const issues = loaded ?? none;
  const selection = useSelection(`${kind ?? ""} ${state} ${q}`, () => issues.map(({ id }) => id));
  const change = useSetAddress();
  const columns = kind === "error" ? errorColumns : issueColumns;
  const list = useList({
    kind: issueKind,
    rows: loaded,
    columns,
    unfolds: true,
    hasQuery: true,
    filter: useQueryFilter("issues", q, change),
    selection,
    // `m` assigns the issue here.
    withoutMenuKey: true,
    more: [{ keys: "Escape", does: "Clear the selection", run: selection.clear }],
  });
  const isMistakeShown = isMistake(error) && problems.length > 0;
  return (
    <>
      <QueryBar
        title={title}
        q={q}
        fields="issues"
        label={`Search ${title.toLowerCase()}`}
        placeholder="severity:critical check:model_refusal title:refund"
        problems={problems}
        onProblems={setProblems}
        onChange={change}
      />
      {kind === "error" && <ProviderStrip />}
      <nav className="tabs" aria-label="States">
        {states.map(([name, value]) => (
          <TextLink
            text={name}
            key={name}
            to={at}
            search={(before: Search) => ({ ...before, state: value })}
            aria-current={state === value}
          />
        ))}
        <span className="grow" />
        <SortChoice order={order} onChange={(next) => change({ order: next })} />
      </nav>
      {error && !isMistakeShown && (
        <div className={loaded ? "page-body told" : "page-body"}>
          <Wrong error={error} />
        </div>
      )}
      {!error && loaded?.length === 0 && (
        <NoIssues filter={{ q, state, order }} kind={kind} title={title} onChange={change} />
      )}
      {(loaded ? issues.length > 0 : !error) && (
        <IssueRows list={list} ofErrors={kind === "error"} label={title} selection={selection} />
      )}
      {(selection.ids.size > 0 || paged.hasNextPage) && (
        <div className="foot-bar">
          {selection.ids.size > 0 && <BulkIssues issues={issues} selection={selection} />}
          <More of={paged} />
        </div>
      )}
    </>
  );
}

const SortChoice = ({ order, onChange }: { order: string; onChange: (order: string) => void }) => (
  <label className="line small">
    <span className="muted gives-way">Sorted by</span>
    <Select
      style={{ width: "auto" }}
      value={order}
      onChange={onChange}
      options={[
        ["", "last seen"],
        ["first_seen", "newest"],
        ["trend", "most in 24 hours"],
        ["occurrences", "most occurrences"],
        ["users", "most users"],
        ["number", "number"],
      ]}
    />
  </label>
);

interface NoneProps {
  readonly filter: { readonly q: string; readonly state: string; readonly order: string };
  readonly kind: "error" | undefined;
  readonly title: string;
  readonly onChange: (search: Search) => void;
}

export function NoIssues({ filter, kind, title, onChange }: NoneProps) {
  const { q, state, order } = filter;
  const words = title.toLowerCase();
  if (q === "" && state === "")
    return (
      <Blank title={`No open ${words}`}>
        <p>
          Monitors check every datapoint that matches their condition. Their findings are grouped into issues and listed
          here.
        </p>
        <div className="line">
          <TextLink text="See the monitors" to="/monitors" className="button" />
          <TextLink text="Connect an application" to="/" className="button" />
        </div>
      </Blank>
    );
  return (
    <Blank title={`No ${words} here`}>
      <p>{q === "" ? "No issue is in this state." : "No issue in this state matches the filter."}</p>
      <WithoutPartsOfQuery
        fields="issues"
        q={q}
        matching={(rest) => <Matching filter={{ q: rest, state, order }} kind={kind} />}
        onChange={onChange}
      />
      {state !== "all" && <Button text="Search all states" onClick={() => onChange({ state: "all" })} />}
    </Blank>
  );
}

const Matching = ({ filter, kind }: Pick<NoneProps, "filter" | "kind">) => (
  <FirstPageCount of={useInfiniteQuery(listedIssues(filter, kind))} />
);

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** The providers' failures over the last 24 hours, to recognize an outage of a provider. */
export function ProviderStrip() {
  const { data, error, isPending } = useQuery(usageQuery({ q: "", range: "24h", by: "provider", buckets: 24 }));
  const providers = (data?.groups ?? []).flatMap(({ name, calls, errors }) =>
    name === undefined ? [] : [{ name, calls: sumOf(calls), failed: sumOf(errors), errors }],
  );
  if (isPending)
    return (
      <div className="strip" aria-busy="true">
        <div className="skeleton pulse" />
      </div>
    );
  if (error && !data) return <Wrong error={error} />;
  if (providers.length === 0) return null;
  return (
    <ScrollRegion className="strip" label="Providers, last 24 hours">
      {providers.map(({ name, calls, failed, errors }) => (
        <Link key={name} to="/datapoints" search={{ q: `provider:${JSON.stringify(name)} is:error`, range: "24h" }}>
          <span>
            <b>{name}</b>
            <br />
            <span className="small muted num">
              {failed === 0 ? "no failed call" : `${countText(failed)} of ${countText(calls)} failed`}
            </span>
          </span>
          <Sparkline
            values={errors}
            label={`${failed} failed calls in 24 hours`}
            tone={failed > 0 ? "fail" : "quiet"}
          />
        </Link>
      ))}
    </ScrollRegion>
  );
}
