import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Search } from "../platform/address/search.ts";
import { Blank } from "../platform/ui/states.tsx";
import { FirstPageCount, WithoutPartsOfQuery } from "../platform/ui/without-parts.tsx";
import { listedIssues } from "./asked.ts";

interface Props {
  readonly asked: { readonly q: string; readonly state: string; readonly order: string };
  readonly kind: "error" | undefined;
  /** What they are called on this page. */
  readonly title: string;
  readonly onChange: (search: Search) => void;
}

/** Nothing is open, or the filter is too narrow: then which part of it is too much. */
export function NoIssues({ asked, kind, title, onChange }: Props) {
  const { q, state, order } = asked;
  const words = title.toLowerCase();
  if (q === "" && state === "")
    return (
      <Blank title={`No open ${words}`}>
        <p>Monitors check every datapoint that matches their condition. What they find is listed here, grouped.</p>
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
      <p>{q === "" ? "None is in this state." : "None in this state matches the filter."}</p>
      <WithoutPartsOfQuery
        fields="issues"
        q={q}
        matching={(rest) => <Matching asked={{ q: rest, state, order }} kind={kind} />}
        onChange={onChange}
      />
      {state !== "all" && (
        <button type="button" onClick={() => onChange({ state: "all" })}>
          Look in all states
        </button>
      )}
    </Blank>
  );
}

const Matching = ({ asked, kind }: Pick<Props, "asked" | "kind">) => (
  <FirstPageCount of={useInfiniteQuery(listedIssues(asked, kind))} />
);
