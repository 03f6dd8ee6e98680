import { z } from "zod";
import { Limit, RangeQuery, Time } from "../contract/common.ts";
import { isoTime } from "../contract/datapoint-json.ts";
import { datapointFields, requireQuery } from "../domain/query/index.ts";
import { rangeOf } from "./asked-range.ts";
import type { ApiNeeds } from "./needs.ts";
import { defineRoute, ok } from "./route.ts";

const AsideItem = z.strictObject({
  id: z.string(),
  traceId: z.string(),
  signal: z.enum(["traces", "logs"]),
  reason: z.string(),
  at: Time,
});

const Health = z
  .strictObject({
    datapoints: z.int(),
    errors: z.int(),
    contentMissing: z.int(),
    hints: z.array(z.string()),
    setAside: z.array(AsideItem).describe("Newest items that could not be stored, with the reason"),
  })
  .meta({ id: "Health" });

export function healthRoutes({ datapoints, aside, now }: Pick<ApiNeeds, "datapoints" | "aside" | "now">) {
  return [
    defineRoute({
      method: "GET",
      path: "/health",
      scope: "read",
      tag: "health",
      summary: "Tell how the project's data comes in: what is there, what is missing, what was set aside",
      query: RangeQuery,
      answers: { 200: Health },
      async handle({ principal: { projectId }, query }) {
        const range = rangeOf(query, now());
        const count = (q: string) =>
          datapoints.count(projectId, requireQuery(q, { now: now(), fields: datapointFields }), range);
        const [all, errors, contentMissing] = await Promise.all([
          count(""),
          count("is:error"),
          count("is:content_missing"),
        ]);
        const setAside = aside.list(projectId, 20).map(asideJson);
        return ok({ datapoints: all, errors, contentMissing, hints: hints(all, contentMissing), setAside });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/set-aside",
      scope: "read",
      tag: "health",
      summary: "List items that were accepted and could not be stored, newest first, with the reason",
      query: { limit: Limit },
      answers: { 200: z.strictObject({ items: z.array(AsideItem) }) },
      handle: ({ principal, query }) =>
        Promise.resolve(ok({ items: aside.list(principal.projectId, query.limit).map(asideJson) })),
    }),
  ];
}

function asideJson({ id, traceId, signal, reason, at }: ReturnType<ApiNeeds["aside"]["list"]>[number]) {
  return { id, traceId, signal, reason, at: isoTime(at) };
}

function hints(all: number, contentMissing: number): readonly string[] {
  if (all === 0) return ["No datapoint arrived in this time. Send spans to /v1/traces, or calls through the proxy."];
  if (contentMissing * 2 < all) return [];
  return [
    "Most datapoints carry no message content. Turn it on at the sender, for example with " +
      "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true, and export logs as well as traces.",
  ];
}
