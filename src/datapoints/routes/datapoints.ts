import { z } from "zod";
import { withPending } from "../../checks/jobs/job.ts";
import { spanOf } from "../../ingest/recorded-span.ts";
import { recordCalls } from "../../ingest/routes/record-calls.ts";
import type { Monitor } from "../../monitors/monitor.ts";
import { whyNot } from "../../monitors/why-not.ts";
import { asDatapointId, datapointId } from "../../platform/ids.ts";
import { Id, PageQuery, QueryText, RangeQuery } from "../../server/contract/common.ts";
import { queryOf, rangeOf } from "../../server/routes/asked-range.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { defineRoute, notFound, ok } from "../../server/routes/route.ts";
import { rowJson, verdictJson } from "../../server/routes/to-json.ts";
import { cutJson } from "../assembly/cut-json.ts";
import { DatapointDetail, DatapointPage, NewDatapoint, Recorded } from "../contract/datapoint.ts";
import { datapointJson, isoTime } from "../contract/datapoint-json.ts";
import { rowOrders, type StoredDatapoint } from "../ports/datapoint-reader.ts";
import { datapointFields } from "../query/index.ts";

type Needs = Pick<ApiNeeds, "datapoints" | "monitors" | "admission" | "jobReader" | "now">;

export function datapointRoutes({ datapoints, monitors, admission, jobReader, now }: Needs) {
  return [
    defineRoute({
      method: "GET",
      path: "/datapoints",
      scope: "read",
      tag: "datapoints",
      summary: "List datapoints that match a query, newest first unless told",
      query: {
        q: QueryText.default(""),
        ...RangeQuery,
        ...PageQuery,
        order: z.enum(rowOrders).default("newest").describe("Newest and oldest go by filedAt"),
      },
      answers: { 200: DatapointPage },
      async handle({ principal, query: { q, from, to, limit, cursor, order } }) {
        const query = queryOf(q, now(), { fields: datapointFields });
        const range = rangeOf({ from, to }, now());
        const page = { limit, order, ...(cursor === undefined ? {} : { cursor }) };
        const { items, nextCursor, searchedTo } = await datapoints.list(principal.projectId, query, range, page);
        return ok({
          items: items.map(rowJson),
          ...(nextCursor === undefined ? {} : { nextCursor }),
          ...(searchedTo === undefined ? {} : { searchedTo: isoTime(searchedTo) }),
        });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/datapoints/:id",
      scope: "read",
      tag: "datapoints",
      summary: "Show a datapoint with its verdicts and what each monitor made of it",
      params: { id: Id },
      query: {
        cut: z.coerce
          .number()
          .int()
          .min(1000)
          .max(1_000_000)
          .optional()
          .describe("Cut texts to so many characters, lists and objects to a thousand entries; `cuts` tells which"),
      },
      answers: { 200: DatapointDetail },
      async handle({ principal, params, query: { cut } }) {
        const stored = await datapoints.get(principal.projectId, asDatapointId(params.id));
        if (!stored) throw notFound("datapoint");
        const [all, pending] = await Promise.all([
          monitors.list(principal.projectId),
          jobReader.pending(principal.projectId, stored.datapoint.id),
        ]);
        const whole = datapointJson(stored.datapoint);
        const shown = cut === undefined ? undefined : cutJson(whole, { characters: cut, items: 1000 });
        return ok({
          ...(shown ? { ...(shown.value as typeof whole), cuts: shown.cuts } : whole),
          verdicts: withPending(stored.verdicts, pending).map(verdictJson),
          monitors: all.map((monitor) => reading(monitor, stored, now())),
        });
      },
    }),

    defineRoute({
      method: "POST",
      path: "/datapoints",
      scope: "ingest",
      tag: "datapoints",
      summary: "Record one or many model calls; they are durable when this is answered, and shown shortly afterwards",
      body: z.union([NewDatapoint, z.array(NewDatapoint).min(1).max(1000)]),
      answers: { 202: Recorded },
      async handle({ principal, body }) {
        const at = now();
        const spans = (Array.isArray(body) ? body : [body]).map((call) => spanOf(call, at));
        await recordCalls(admission, principal.projectId, spans, at);
        const items = spans.map(({ traceId, spanId }) => ({
          id: datapointId(principal.projectId, traceId, spanId),
          traceId,
          spanId,
        }));
        return { status: 202, body: { items } };
      },
    }),
  ];
}

/** The ledger's line: what was decided when the datapoint came in, with the reason as the monitor stands now. */
function reading(monitor: Monitor, stored: StoredDatapoint, now: number) {
  const { id, name, condition } = monitor;
  if (stored.monitorIds.includes(id)) {
    const because = condition === "" ? "it matches everything" : "its condition holds";
    return { id, name, matched: true, because };
  }
  return { id, name, matched: false, because: whyNot(monitor, stored.datapoint, now) };
}
