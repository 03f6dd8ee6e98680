import type { Search } from "../platform/address/search.ts";
import { issuesQuery } from "../platform/api/queries.ts";

/** The list of issues that an address means; of failed calls alone where their kind is given. */
export const listedIssues = ({ q = "", state = "", order = "" }: Search, kind: "error" | undefined) =>
  issuesQuery({ ...askedOf(q, state), kind, sort: order === "" ? undefined : order });

const claims = {
  regressed: "is:regressed -is:resolved",
  spiking: "is:spiking",
  mine: "is:mine",
} as const;

/** A tab that is no state is a question of its own, put beside the one in the box. */
function askedOf(q: string, tab: string): { q: string; state: string | undefined } {
  if (Object.hasOwn(claims, tab)) {
    const claim = claims[tab as keyof typeof claims];
    return { q: q.trim() === "" ? claim : `(${q}) ${claim}`, state: undefined };
  }
  return { q, state: tab === "" ? "open" : tab === "all" ? undefined : tab };
}
