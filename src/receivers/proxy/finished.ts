import type { ProjectId } from "../../domain/ids.ts";
import type { FinishedCall, Outcome } from "./call.ts";
import { secretsInQuery } from "./headers.ts";
import type { Incoming } from "./incoming.ts";
import type { Outgoing } from "./outgoing.ts";
import type { Relay } from "./relay.ts";

/** What was forwarded, and for whom. */
export interface Forwarded {
  readonly call: Incoming;
  readonly projectId: ProjectId;
  readonly outgoing: Pick<Outgoing, "route" | "origin" | "recorded">;
  /** Bytes of the request that are kept at most; a longer one is not kept at all, because half of it cannot be read. */
  readonly keepBytes: number;
}

/** All that the record of a call is made from. */
export function finishedCall(
  { call, projectId, outgoing: { route, origin, recorded }, keepBytes }: Forwarded,
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
    request: recorded.length <= keepBytes ? { chunks: [recorded], lost: 0 } : { chunks: [], lost: recorded.length },
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
    madeBy: first(headers["x-gaffe-origin"]),
    secrets: [
      ...call.client.secrets,
      ...(call.client.token === undefined ? [] : [call.client.token]),
      ...secretsInQuery(call.query),
    ],
  };
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** Origins are few: providers and upstreams. */
const servers = new Map<string, { readonly address: string; readonly port: number }>();

function serverOf(origin: string): { readonly address: string; readonly port: number } {
  const known = servers.get(origin);
  if (known) return known;
  const { hostname, port, protocol } = new URL(origin);
  const made = { address: hostname, port: Number(port) || (protocol === "https:" ? 443 : 80) };
  if (servers.size < 1_000) servers.set(origin, made);
  return made;
}
