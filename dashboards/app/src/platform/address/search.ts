import { useNavigate, useSearch as useRouterSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/** The page state in the address. A missing key means the default; unknown keys are preserved. */
export interface Search {
  readonly q?: string;
  readonly range?: string;
  /** The time that a list starts at, in ISO 8601. */
  readonly at?: string;
  readonly peek?: string;
  readonly state?: string;
  readonly occ?: string;
  readonly tab?: string | undefined;
  readonly check?: string | undefined;
  readonly cols?: string;
  readonly order?: string;
  /** `1` while new rows are followed. */
  readonly live?: string;
  /** What is searched for by meaning, and the text of a call that is compared. */
  readonly text?: string;
  readonly compare?: string;
  /** `off` while the facets next to a list are collapsed. */
  readonly facets?: string;
  /** Expanded rows, and runs of spans that are shown one by one, separated by commas. */
  readonly unfolded?: string;
  /** The filter of a list without a query. */
  readonly where?: string;
  readonly span?: string;
  readonly view?: string;
  readonly folded?: string;
  /** Test runs to compare: the baseline, and the others separated by commas. */
  readonly base?: string;
  readonly runs?: string;
  /** The compared run whose changes alone are shown. */
  readonly run?: string | undefined;
  readonly a?: string | undefined;
  readonly b?: string | undefined;
  /** The datapoint, and the issue, that a new check is based on. */
  readonly example?: string;
  readonly issue?: string;
  /** The scenario set, its row from 1, and the registered model to run. */
  readonly scenario?: string | undefined;
  readonly row?: string | undefined;
  readonly model?: string | undefined;
  readonly again?: string | undefined;
  readonly type?: string | undefined;
  /** Names of checks, separated by commas. */
  readonly checks?: string | undefined;
  /** `wrong` hides rows without failures; of a comparison, the rows to show. */
  readonly only?: string | undefined;
  /** `rejected` while the last rejected requests are shown. */
  readonly drawer?: string | undefined;
  /** The field that metrics are split by. */
  readonly by?: string;
}

export const useAddress = (): Search => useRouterSearch({ strict: false });

/** Returns a function that changes parts of the address; with `replace`, going back skips the change. */
export function useSetAddress(): (part: Search, replace?: boolean) => void {
  const navigate = useNavigate();
  return useCallback(
    (part, replace = false) =>
      void navigate({ to: ".", search: (before: Search) => ({ ...before, ...part }), replace }),
    [navigate],
  );
}
