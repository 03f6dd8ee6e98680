import type { IncomingMessage, ServerResponse } from "node:http";
import type { ProjectId } from "../../domain/ids.ts";
import type { ProxySettings } from "../../domain/upstream.ts";
import { type Body, readBody } from "./body.ts";
import type { Outcome } from "./call.ts";
import { type Endpoint, endpointOf } from "./endpoints.ts";
import { type OwnError, ownError, refuse } from "./errors.ts";
import { finishedCall } from "./finished.ts";
import { readClientHeaders } from "./headers.ts";
import type { Incoming } from "./incoming.ts";
import { defaultLimits, type Identity, type Proxy, type ProxyNeeds } from "./needs.ts";
import { createOutgoing, type Outgoing } from "./outgoing.ts";
import { createPatience } from "./patience.ts";
import { Relay } from "./relay.ts";
import { type TraceIds, traceIds } from "./trace-ids.ts";

/** Forwards model calls byte for byte and hands each, after its end, to the recorder. */
export function createProxy(needs: ProxyNeeds): Proxy {
  const limits = { ...defaultLimits, ...needs.limits };
  const { egress, recorder, telemetry, now } = needs;
  const outgoingOf = createOutgoing(needs);
  const underWay = new Set<ServerResponse>();
  const patience = createPatience(Math.min(limits.firstByteTimeoutMs, limits.idleTimeoutMs));
  const budget = { left: limits.maxKeptBytes };
  let heldBytes = 0;
  let draining = false;
  let whenIdle: (() => void) | undefined;
  return { handle, drain, close };

  function handle(request: IncomingMessage, response: ServerResponse): boolean {
    const url = request.url ?? "/";
    const mark = url.indexOf("?");
    const endpoint = endpointOf(mark === -1 ? url : url.slice(0, mark));
    if (!endpoint) return false;
    const ids = traceIds(first(request.headers["traceparent"]));
    underWay.add(response);
    response.on("close", () => {
      underWay.delete(response);
      if (underWay.size === 0) whenIdle?.();
    });
    const early = refusalOf(request, endpoint);
    if (early) {
      deny(response, early, ids);
      return true;
    }
    const client = readClientHeaders(request.rawHeaders, needs.passTraceContext ? "pass" : "keep");
    const startedAt = now();
    readBody(request, limits.maxBodyBytes, (body) => {
      proceed({ request, response, endpoint, query: mark === -1 ? "" : url.slice(mark), ids, client, startedAt }, body);
    });
    return true;
  }

  function refusalOf(request: IncomingMessage, endpoint: Endpoint): OwnError | undefined {
    if (draining) return ownError("draining", "this proxy is shutting down; another one answers in a moment");
    if (request.method !== endpoint.method) return ownError("wrong_method", `use ${endpoint.method} for this path`);
    const type = request.headers["content-type"];
    if (endpoint.method === "POST" && type !== undefined && !/^application\/(.+\+)?json\b/i.test(type)) {
      return ownError("unsupported_content_type", "send the request as application/json");
    }
    if (Number(request.headers["content-length"] ?? 0) > limits.maxBodyBytes) return tooLarge();
    return heldBytes > limits.maxHeldBytes ? ownError("overloaded", "too many large requests at one time") : undefined;
  }

  function tooLarge(): OwnError {
    return ownError("request_too_large", `the request is larger than ${limits.maxBodyBytes} bytes`);
  }

  function proceed(call: Incoming, body: Body): void {
    switch (body.kind) {
      case "too_large":
        return deny(call.response, tooLarge(), call.ids);
      case "read": {
        const bytes = body.chunks.length === 1 ? body.chunks[0]! : Buffer.concat(body.chunks);
        identify(call, bytes);
      }
    }
  }

  /** Both answers usually come from memory; a promise costs a turn of the loop only where there is one. */
  function identify(call: Incoming, body: Buffer): void {
    try {
      const identity = needs.authenticate(call.client.token);
      if (!(identity instanceof Promise)) return configure(call, body, identity);
      identity.then((known) => configure(call, body, known)).catch((thrown: unknown) => fail(call, thrown));
    } catch (thrown) {
      fail(call, thrown);
    }
  }

  function configure(call: Incoming, body: Buffer, identity: Identity): void {
    if (identity.kind === "refused") {
      const { code, message, retryAfterSeconds } = identity;
      const more = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
      return deny(call.response, ownError(code, message, more), call.ids);
    }
    const settings = needs.settings.of(identity.projectId);
    if (!(settings instanceof Promise)) return forward(call, body, { projectId: identity.projectId, settings });
    settings
      .then((known) => forward(call, body, { projectId: identity.projectId, settings: known }))
      .catch((thrown: unknown) => fail(call, thrown));
  }

  function forward(call: Incoming, body: Buffer, { projectId, settings }: Whose): void {
    const { response, ids } = call;
    if (response.destroyed) return;
    const outgoing = outgoingOf(call, body, settings);
    if (outgoing.kind === "refused") return deny(response, outgoing.error, ids);
    if (settings.strict && !recorder.canRecord()) {
      return deny(response, ownError("recording_unavailable", "this call cannot be recorded now"), ids);
    }
    send(call, outgoing, projectId);
  }

  function send(call: Incoming, outgoing: Outgoing, projectId: ProjectId): void {
    const { response, endpoint, ids } = call;
    const { origin, sent, rewriting } = outgoing;
    const keepBytes = Math.min(limits.keepBytes, limits.maxBodyBytes);
    const { api } = endpoint;
    const relay = new Relay({
      response,
      api,
      traceId: ids.traceId,
      keepBytes,
      budget,
      rewriting,
      maxWholeBytes: limits.maxBodyBytes,
      firstByteTimeoutMs: limits.firstByteTimeoutMs,
      idleTimeoutMs: limits.idleTimeoutMs,
      now,
      done,
    });
    patience.add(relay);
    heldBytes += sent.length;
    try {
      egress.dispatch(
        origin,
        {
          method: endpoint.method,
          path: outgoing.path,
          headers: outgoing.headers,
          body: endpoint.method === "GET" ? null : sent,
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        relay,
      );
    } catch (thrown) {
      relay.onError(thrown as Error);
    }

    function done(ended: Relay, outcome: Outcome): void {
      heldBytes -= sent.length;
      patience.delete(ended);
      if (api === "models") return;
      try {
        recorder.record(finishedCall({ call, projectId, outgoing, keepBytes }, ended, { outcome, at: now() }));
      } catch (thrown) {
        lost(thrown);
      }
    }
  }

  function deny(response: ServerResponse, error: OwnError, { traceId }: TraceIds): void {
    telemetry.emit({
      kind: "proxy-refusals",
      level: "debug",
      labels: { code: error.code },
      message: "a proxy call was answered by the proxy itself",
    });
    if (!response.headersSent) response.setHeader("x-gaffe-trace-id", traceId);
    refuse(response, error, traceId);
  }

  function fail({ response, ids }: Incoming, thrown: unknown): void {
    telemetry.emit({
      kind: "proxy-failures",
      level: "error",
      message: "a proxy call could not be begun",
      facts: { error: thrown instanceof Error ? thrown.name : "unknown" },
    });
    deny(response, ownError("internal", "the proxy failed; the provider was not called"), ids);
  }

  function lost(thrown: unknown): void {
    telemetry.emit({
      kind: "proxy-calls-lost",
      level: "error",
      labels: { reason: "defect" },
      message: "a proxy call was not recorded",
      facts: { error: thrown instanceof Error ? thrown.name : "unknown" },
    });
  }

  async function drain(): Promise<void> {
    draining = true;
    if (underWay.size > 0) await new Promise<void>((resolve) => (whenIdle = resolve));
  }

  async function close(): Promise<void> {
    draining = true;
    patience.close();
    for (const response of underWay) response.destroy();
    await egress.close();
    await recorder.close();
  }
}

interface Whose {
  readonly projectId: ProjectId;
  readonly settings: ProxySettings;
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);
