import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Search } from "../platform/address/search.ts";
import { Blank } from "../platform/ui/states.tsx";
import { FirstPageCount, WithoutPartsOfQuery } from "../platform/ui/without-parts.tsx";
import { listedIssues } from "./listed-issues.ts";

interface Props {
  readonly filter: { readonly q: string; readonly state: string; readonly order: string };
  readonly kind: "error" | undefined;
  /** The name of the page. */
  readonly title: string;
  readonly onChange: (search: Search) => void;
}

/** The empty state: no open issue, or which part of the filter excludes all. */
export function NoIssues({ filter, kind, title, onChange }: Props) {
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
          <Link to="/monitors" className="button">
            See the monitors
          </Link>
          <Link to="/" className="button">
            Connect an application
          </Link>
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
      {state !== "all" && (
        <button type="button" onClick={() => onChange({ state: "all" })}>
          Search all states
        </button>
      )}
    </Blank>
  );
}

const Matching = ({ filter, kind }: Pick<Props, "filter" | "kind">) => (
  <FirstPageCount of={useInfiniteQuery(listedIssues(filter, kind))} />
);
