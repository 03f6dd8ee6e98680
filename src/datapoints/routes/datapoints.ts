import { z } from "zod";
import type { Admission } from "../../otlp/index.ts";
import { asDatapointId, datapointId } from "../../platform/ids.ts";
import { defineRoute, Id, isoTime, notFound, ok, PageQuery, QueryText, RangeQuery } from "../../server/service.ts";
import { cutJson } from "../assembly/cut-json.ts";
import { DatapointDetail, DatapointPage, NewDatapoint, Recorded } from "../contract/datapoint.ts";
import { datapointJson } from "../contract/datapoint-json.ts";
import type { DatapointEvaluation } from "../ports/datapoint-evaluation.ts";
import type { DatapointReader } from "../ports/datapoint-reader.ts";
import { rowOrders } from "../ports/datapoint-reader.ts";
import type { FeedbackReader } from "../ports/feedback-reader.ts";
import { datapointFields } from "../query/index.ts";
import { spanOf } from "../sources/recorded-span.ts";
import { verdictJson } from "../verdicts/verdict-json.ts";
import { recordCalls } from "./record-calls.ts";
import { queryOf, rangeOf } from "./requested-range.ts";
import { rowJson } from "./row-json.ts";

interface DatapointRouteDependencies {
  readonly datapoints: DatapointReader;
  readonly feedback: FeedbackReader;
  readonly admission: Admission;
  readonly evaluation: DatapointEvaluation;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export function datapointRoutes({ datapoints, feedback, admission, evaluation, now }: DatapointRouteDependencies) {
  return [
    defineRoute({
      method: "GET",
      path: "/datapoints",
      scope: "read",
      tag: "datapoints",
      summary: "List datapoints that match a query, newest first by default",
      query: {
        q: QueryText.default(""),
        ...RangeQuery,
        ...PageQuery,
        order: z.enum(rowOrders).default("newest").describe("Newest and oldest go by partitionTime"),
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
          .describe(
            "Maximum number of characters of texts; lists and objects are cut to a thousand entries. `cuts` lists what was cut",
          ),
      },
      answers: { 200: DatapointDetail },
      async handle({ principal, params, query: { cut } }) {
        const stored = await datapoints.get(principal.projectId, asDatapointId(params.id));
        if (!stored) throw notFound("datapoint");
        const [verdicts, monitors, given] = await Promise.all([
          evaluation.verdicts(principal.projectId, stored),
          evaluation.monitors(principal.projectId, stored),
          feedback.feedbackOn(principal.projectId, stored.datapoint),
        ]);
        // A history is limited when it is read; the whole values of its turns belong to other datapoints.
        const { dialogHistory, ...whole } = datapointJson(stored.datapoint);
        const shown = cut === undefined ? undefined : cutJson(whole, { characters: cut, items: 1000 });
        return ok({
          ...(shown ? { ...(shown.value as typeof whole), cuts: shown.cuts } : whole),
          ...(dialogHistory === undefined ? {} : { dialogHistory }),
          verdicts: verdicts.map(verdictJson),
          monitors,
          feedback: given.map((one) => ({ ...one, at: isoTime(one.at) })),
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
