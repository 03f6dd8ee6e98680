import {
  defineRoute,
  Id,
  isoTime,
  notFound,
  ok,
  PageQuery,
  pageOf,
  QueryText,
  RangeQuery,
} from "../../server/service.ts";
import { Session } from "../contract/call-session.ts";
import type { SessionReader, Session as StoredSession } from "../ports/call-sessions.ts";
import { datapointFields } from "../query/index.ts";
import { queryOf, rangeOf } from "./requested-range.ts";

interface SessionRoutesDependencies {
  readonly callSessions: SessionReader;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export function sessionRoutes({ callSessions, now }: SessionRoutesDependencies) {
  return [
    defineRoute({
      method: "GET",
      path: "/sessions",
      scope: "read",
      tag: "sessions",
      summary: "List sessions of which a call matches, the one heard of last first",
      query: { q: QueryText.default(""), ...RangeQuery, ...PageQuery },
      answers: { 200: pageOf(Session) },
      async handle({ principal, query: { q, from, to, limit, cursor } }) {
        const query = queryOf(q, now(), { fields: datapointFields });
        const range = rangeOf({ from, to }, now());
        const page = { limit, ...(cursor === undefined ? {} : { cursor }) };
        const { items, nextCursor } = await callSessions.list({ project: principal.projectId, query, range }, page);
        return ok({ items: items.map(sessionJson), ...(nextCursor === undefined ? {} : { nextCursor }) });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/sessions/:id",
      scope: "read",
      tag: "sessions",
      summary: "Sum up a session; its calls are the datapoints that match session:<id>",
      params: { id: Id.max(300) },
      answers: { 200: Session },
      async handle({ principal, params }) {
        const session = await callSessions.get(principal.projectId, params.id);
        if (!session) throw notFound("session");
        return ok(sessionJson(session));
      },
    }),
  ];
}

const sessionJson = (session: StoredSession) => ({
  ...session,
  firstAt: isoTime(session.firstAt),
  lastAt: isoTime(session.lastAt),
});
