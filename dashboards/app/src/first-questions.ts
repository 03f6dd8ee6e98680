import type { Search } from "./address/search.ts";
import type { Question } from "./api/begun.ts";
import { checkResultsQuery, histogramQuery, latenciesQuery, usageQuery } from "./api/overview.ts";
import {
  checksQuery,
  datapointQuery,
  datapointsQuery,
  healthQuery,
  issueQuery,
  monitorStatusesQuery,
  monitorsQuery,
  occurrencesQuery,
} from "./api/queries.ts";
import { sessionsQuery } from "./api/sessions.ts";
import { newestCalls, openIssues, todayQuery } from "./home/asked.ts";
import { listedIssues } from "./issues/asked.ts";
import type { PagePath, Place } from "./pages.ts";
import { windowQuery } from "./traces/asked.ts";
import { viewOf } from "./traces/views.ts";
import { usualRange } from "./ui/range.ts";

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
