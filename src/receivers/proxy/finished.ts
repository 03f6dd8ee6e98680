import type { IncomingMessage, ServerResponse } from "node:http";
import type { ProjectId } from "../../domain/ids.ts";
import type { Route } from "../../domain/upstream.ts";
import type { FinishedCall, Outcome } from "./call.ts";
import type { Endpoint } from "./endpoints.ts";
import { type ClientHeaders, secretsInQuery } from "./headers.ts";
import type { Relay } from "./relay.ts";
import type { TraceIds } from "./trace-ids.ts";

/** A request of ours, from its headers on. */
export interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly endpoint: Endpoint;
  readonly query: string;
  readonly ids: TraceIds;
  readonly client: ClientHeaders;
  readonly startedAt: number;
}

/** What was forwarded, and for whom. */
export interface Forwarded {
  readonly call: Incoming;
  readonly projectId: ProjectId;
  readonly route: Extract<Route, { kind: "routed" }>;
  readonly origin: string;
  readonly sent: Buffer;
  /** Bytes of the request that are kept at most; a longer one is not kept at all, because half of it cannot be read. */
  readonly keep: number;
}

/** All that the record of a call is made from. */
export function finishedCall(
  { call, projectId, route, origin, sent, keep }: Forwarded,
  relay: Relay,
  end: { readonly outcome: Outcome; readonly at: number },
): FinishedCall {
  const { headers } = call.request;
  return {
    projectId,
    api: call.endpoint.api,
    providerName: route.providerName,
    origin,
    traceId: call.ids.traceId,
    spanId: call.ids.spanId,
    parentSpanId: call.ids.parentSpanId,
    startedAt: call.startedAt,
    endedAt: end.at,
    outcome: end.outcome,
    request: sent.length <= keep ? { chunks: [sent], lost: 0 } : { chunks: [], lost: sent.length },
    response: relay.tee.kept,
    firstByteAt: relay.firstByteAt,
    status: relay.status,
    responseType: relay.contentType,
    responseEncoding: relay.encoding,
    requestEncoding: headers["content-encoding"],
    session: first(headers["x-gaffe-session"]),
    user: first(headers["x-gaffe-user"]),
    tags: first(headers["x-gaffe-tags"]),
    environment: first(headers["x-gaffe-environment"]),
    release: first(headers["x-gaffe-release"]),
    secrets: [
      ...call.client.secrets,
      ...(call.client.token === undefined ? [] : [call.client.token]),
      ...secretsInQuery(call.query),
    ],
  };
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);
