import { viewOf, windowQuery } from "../datapoints/traces/trace-request.ts";
import { listedIssues } from "../issues/listed-issues.ts";
import type { Search } from "../platform/address/search.ts";
import {
  checkResultsQuery,
  checksQuery,
  datapointQuery,
  datapointsQuery,
  healthQuery,
  histogramQuery,
  issueQuery,
  latenciesQuery,
  monitorStatusesQuery,
  monitorsQuery,
  occurrencesQuery,
  sessionsQuery,
  usageQuery,
} from "../platform/api/queries.ts";
import type { Question } from "../platform/api/started-queries.ts";
import { usualRange } from "../platform/ui/time/range.ts";
import { newestCalls, openIssues, todayQuery } from "./home/home-queries.ts";
import type { PageMatch, PagePath } from "./pages.ts";

type Questions = (search: Search, params: PageMatch["params"]) => readonly Question[];

/**
 * The queries that a page cannot do without and sends as soon as it renders. An entry the page does not send
 * is wasted, and one with a different key is sent twice; a test checks both.
 */
const queriesByPath: { readonly [Path in PagePath]?: Questions } = {
  "/": () => [healthQuery, todayQuery(Date.now()), openIssues, newestCalls],
  "/issues": (search) => [listedIssues(search, undefined)],
  "/errors": (search) => [listedIssues(search, "error")],
  "/issues/$id": ({ occ }, { id = "" }) => [
    issueQuery(id),
    occurrencesQuery(id),
    ...(occ === undefined ? [] : [datapointQuery(occ)]),
  ],
  "/datapoints": ({ q = "", range = usualRange, order = "newest", at, peek }) => [
    datapointsQuery({ q, range, order, at }),
    histogramQuery({ q, range }),
    ...(peek === undefined ? [] : [datapointQuery(peek)]),
  ],
  "/datapoints/$id": (_, { id = "" }) => [datapointQuery(id)],
  "/traces/$traceId": ({ folded = "", unfolded = "", view, span: focus }, { traceId = "" }) => [
    windowQuery({ traceId, folded, unfolded, view: viewOf(view), focus }, 0),
  ],
  "/sessions": ({ q = "", range = usualRange }) => [sessionsQuery({ q, range })],
  "/monitors": () => [monitorsQuery, monitorStatusesQuery],
  "/monitors/new": () => [checksQuery],
  "/monitors/$id": () => [checksQuery],
  "/checks": () => [checksQuery, monitorsQuery],
  "/dashboards": ({ q = "", range = usualRange, by = "model" }) => [
    usageQuery({ q, range }),
    usageQuery({ q, range, by, buckets: 48 }),
    latenciesQuery({ q, range }),
    checkResultsQuery(range),
  ],
};

export const firstQuestions = ({ path, params }: PageMatch, search: Search): readonly Question[] =>
  queriesByPath[path]?.(search, params) ?? [];
