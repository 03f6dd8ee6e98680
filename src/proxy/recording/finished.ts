import { isUtf8 } from "node:buffer";
import type { ProjectId } from "../../platform/ids.ts";
import type { FinishedCall, Outcome } from "../call.ts";
import { secretsInQuery } from "../relay/headers.ts";
import type { Incoming } from "../relay/incoming.ts";
import type { Outgoing } from "../relay/outgoing.ts";
import type { Relay } from "../relay/relay.ts";

export interface Forwarded {
  readonly call: Incoming;
  readonly projectId: ProjectId;
  readonly outgoing: Pick<Outgoing, "route" | "origin" | "recorded">;
  /** For calls without their own. */
  readonly serviceName?: string | undefined;
  /** A larger request isn't recorded. */
  readonly maxRecordedRequestBytes: number;
}

export function finishedCall(
  { call, projectId, outgoing: { route, origin, recorded }, serviceName, maxRecordedRequestBytes }: Forwarded,
  relay: Relay,
  end: { readonly outcome: Outcome; readonly at: number },
): FinishedCall {
  const { headers } = call.request;
  return {
    projectId,
    api: call.endpoint.api,
    providerName: route.providerName,
    server: serverOf(origin),
    traceId: call.ids.traceId,
    spanId: call.ids.spanId,
    parentSpanId: call.ids.parentSpanId,
    startedAt: call.startedAt,
    endedAt: end.at,
    outcome: end.outcome,
    request:
      recorded.length <= maxRecordedRequestBytes
        ? { chunks: [recorded], lost: 0 }
        : { chunks: [], lost: recorded.length },
    response: relay.tee.recorded,
    firstByteAt: relay.firstByteAt,
    status: relay.status,
    responseType: relay.contentType,
    responseEncoding: relay.encoding,
    requestEncoding: headers["content-encoding"],
    session: decoded(headers["x-gaffe-session"]),
    user: decoded(headers["x-gaffe-user"]),
    tags: decoded(headers["x-gaffe-tags"]),
    service: decoded(headers["x-gaffe-service"]) ?? serviceName,
    environment: decoded(headers["x-gaffe-environment"]),
    release: decoded(headers["x-gaffe-release"]),
    madeBy: decoded(headers["x-gaffe-origin"]),
    retries: decoded(headers["x-stainless-retry-count"]),
    secrets: [
      ...call.client.secrets,
      ...(call.client.token === undefined ? [] : [call.client.token]),
      ...secretsInQuery(call.query),
    ],
  };
}

/** Node decodes headers as Latin-1, but clients send names of people in UTF-8. */
function decoded(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value[0] : value;
  if (text === undefined || !/[\u0080-\u00ff]/.test(text)) return text;
  const bytes = Buffer.from(text, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : text;
}

/** Cached by origin: there are as few as providers and upstreams. */
const servers = new Map<string, { readonly address: string; readonly port: number }>();

function serverOf(origin: string): { readonly address: string; readonly port: number } {
  const known = servers.get(origin);
  if (known) return known;
  const { hostname, port, protocol } = new URL(origin);
  const made = { address: hostname, port: Number(port) || (protocol === "https:" ? 443 : 80) };
  if (servers.size < 1_000) servers.set(origin, made);
  return made;
}
