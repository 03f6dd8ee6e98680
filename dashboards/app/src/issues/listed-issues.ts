import type { Search } from "../platform/address/search.ts";
import { issuesQuery } from "../platform/api/queries.ts";

/** Returns the query for the issues that an address selects; only failed calls if the kind is given. */
export const listedIssues = ({ q = "", state = "", order = "" }: Search, kind: "error" | undefined) =>
  issuesQuery({ ...filterOf(q, state), kind, sort: order === "" ? undefined : order });

const claims = {
  regressed: "is:regressed -is:resolved",
  spiking: "is:spiking",
  mine: "is:mine",
} as const;

/** Returns the filter of a tab. A tab that isn't a state is a query, combined with the one in the search box. */
function filterOf(q: string, tab: string): { q: string; state: string | undefined } {
  if (Object.hasOwn(claims, tab)) {
    const claim = claims[tab as keyof typeof claims];
    return { q: q.trim() === "" ? claim : `(${q}) ${claim}`, state: undefined };
  }
  return { q, state: tab === "" ? "open" : tab === "all" ? undefined : tab };
}
