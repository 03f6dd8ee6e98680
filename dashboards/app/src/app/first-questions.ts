import { windowQuery } from "../datapoints/traces/asked.ts";
import { viewOf } from "../datapoints/traces/views.ts";
import { listedIssues } from "../issues/asked.ts";
import type { Search } from "../platform/address/search.ts";
import type { Question } from "../platform/api/begun.ts";
import { checkResultsQuery, histogramQuery, latenciesQuery, usageQuery } from "../platform/api/overview.ts";
import {
  checksQuery,
  datapointQuery,
  datapointsQuery,
  healthQuery,
  issueQuery,
  monitorStatusesQuery,
  monitorsQuery,
  occurrencesQuery,
} from "../platform/api/queries.ts";
import { sessionsQuery } from "../platform/api/sessions.ts";
import { usualRange } from "../platform/ui/time/range.ts";
import { newestCalls, openIssues, todayQuery } from "./home/asked.ts";
import type { PagePath, Place } from "./pages.ts";

type Questions = (search: Search, params: Place["params"]) => readonly Question[];

/**
 * What a page cannot do without and asks as soon as it is drawn. What stands here and is not asked by the page is asked
 * in vain, and what is worded otherwise is asked twice: a test looks at both.
 */
const asked: { readonly [Path in PagePath]?: Questions } = {
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

export const firstQuestions = ({ path, params }: Place, search: Search): readonly Question[] =>
  asked[path]?.(search, params) ?? [];
