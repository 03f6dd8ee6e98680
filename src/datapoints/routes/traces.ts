import { defineRoute, Id, isoTime, notFound, ok } from "../../server/service.ts";
import { attributesJson } from "../contract/datapoint-json.ts";
import { Trace } from "../contract/trace.ts";
import type { StoredSpan, StoredTrace, TraceReader } from "../ports/datapoint-reader.ts";
import { rowJson } from "./row-json.ts";

interface TraceRoutesDependencies {
  readonly traces: Pick<TraceReader, "trace">;
}

export function traceRoutes({ traces }: TraceRoutesDependencies) {
  return [
    defineRoute({
      method: "GET",
      path: "/traces/:traceId",
      scope: "read",
      tag: "traces",
      summary: "Show a trace with why each span is, or is not, a datapoint",
      params: { traceId: Id },
      answers: { 200: Trace },
      async handle({ principal, params: { traceId } }) {
        const trace = await traces.trace(principal.projectId, traceId);
        if (!trace) throw notFound("trace");
        return ok({
          traceId,
          spans: trace.spans.map(spanJson),
          logs: trace.logs.map(logJson),
          datapoints: trace.datapoints.map(rowJson),
          isCut: trace.isCut,
        });
      },
    }),
  ];
}

export function spanJson({ span, convention, datapointId, reason }: StoredSpan) {
  const service = span.resource.get("service.name");
  return {
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    name: span.name,
    kind: span.kind,
    startedAt: isoTime(milliseconds(span.startNs)),
    durationMs: milliseconds(span.endNs - span.startNs),
    status: span.status,
    statusMessage: span.statusMessage,
    scope: span.scope.name,
    service: typeof service === "string" ? service : undefined,
    attributes: attributesJson(span.attributes),
    events: span.events.map(({ name, timeNs, attributes }) => ({
      name,
      at: isoTime(milliseconds(timeNs)),
      attributes: attributesJson(attributes),
    })),
    links: span.links?.map((link) => ({ ...link, attributes: attributesJson(link.attributes) })),
    convention,
    datapointId,
    reason,
  };
}

export function logJson({ record, datapointId, reason }: StoredTrace["logs"][number]) {
  return {
    spanId: record.spanId,
    eventName: record.eventName,
    at: isoTime(milliseconds(record.timeNs || record.observedNs)),
    attributes: attributesJson(record.attributes),
    datapointId,
    reason,
  };
}

const milliseconds = (ns: bigint) => Number(ns) / 1e6;
