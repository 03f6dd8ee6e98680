import { useSearch as useRouterSearch } from "@tanstack/react-router";

/** What a page keeps in its address. Everything is text; a missing key means its usual value; unknown keys stay. */
export interface Search {
  readonly q?: string;
  readonly range?: string;
  /** The time that a list begins at, in ISO 8601. */
  readonly at?: string;
  readonly peek?: string;
  readonly state?: string;
  readonly occ?: string;
  readonly tab?: string | undefined;
  readonly check?: string | undefined;
  /** Columns of a list, separated by commas. */
  readonly cols?: string;
  readonly order?: string;
  /** `1` while new rows are followed. */
  readonly live?: string;
  /** `off` while the values beside a list are folded away. */
  readonly facets?: string;
  /** Rows that are shown whole where they stand, and runs of spans that are shown one by one, separated by commas. */
  readonly unfolded?: string;
  /** What the rows of a list without a query are held to. */
  readonly where?: string;
  readonly span?: string;
  /** How the spans of a trace are shown. */
  readonly view?: string;
  readonly folded?: string;
  /** Test runs to compare: what the others are held against, and those, separated by commas. */
  readonly base?: string;
  readonly runs?: string;
  /** Of those, the one whose changes alone are shown. */
  readonly run?: string | undefined;
  /** Two datapoints to compare. */
  readonly a?: string | undefined;
  readonly b?: string | undefined;
  /** The datapoint, and the issue, that a new check is made from. */
  readonly example?: string;
  readonly issue?: string;
  /** A scenario set, a row of it from 1, and a registered model: what is tried on what. */
  readonly scenario?: string | undefined;
  readonly row?: string | undefined;
  readonly model?: string | undefined;
  /** A test run that is made once more. */
  readonly again?: string | undefined;
  /** Of a test run. */
  readonly type?: string | undefined;
  /** Names of checks, separated by commas. */
  readonly checks?: string | undefined;
  /** `wrong` while rows that went well are left out; of a comparison, which rows are shown. */
  readonly only?: string | undefined;
  /** `rejected` while the last rejected requests are shown. */
  readonly drawer?: string | undefined;
  /** What figures are split by. */
  readonly by?: string;
}

/** What the address of the page in view says. */
export const useAddress = (): Search => useRouterSearch({ strict: false });
