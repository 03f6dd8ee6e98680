import type { IncomingMessage, ServerResponse } from "node:http";
import { Failure } from "../platform/failure.ts";
import { unreachable } from "../platform/http/unreachable.ts";
import type { ProjectId } from "../platform/ids.ts";
import { createSlots } from "../platform/scheduling/slots.ts";
import type { ProxySettings } from "../providers/index.ts";
import type { Outcome } from "./call.ts";
import { earlyRefusal, tooLarge, unsupportedType } from "./early-refusal.ts";
import { endpointOf, wrongPathAdvice } from "./endpoints.ts";
import { type OwnError, ownError, refuse, retryAfter, unrecordable } from "./errors.ts";
import { type Inflated, inflate } from "./inflate.ts";
import { defaultLimits, type Identity, type Proxy, type ProxyDependencies } from "./proxy-dependencies.ts";
import { finishedCall } from "./recording/finished.ts";
import { type Body, readBody } from "./relay/body.ts";
import { readClientHeaders } from "./relay/headers.ts";
import type { Incoming } from "./relay/incoming.ts";
import { createOutgoing, needsModel, type Outgoing } from "./relay/outgoing.ts";
import { withoutOwnTokens } from "./relay/own-tokens.ts";
import { Relay } from "./relay/relay.ts";
import { createTimeoutSweep } from "./relay/timeout-sweep.ts";
import { type TraceIds, traceIds } from "./relay/trace-ids.ts";

/** A larger compressed request must name its provider by a header. */
const maxInflatedBytes = 16 * 2 ** 20;

/** Forwards model calls byte for byte and records each one after its end. */
export function createProxy(dependencies: ProxyDependencies): Proxy {
  const limits = { ...defaultLimits, ...dependencies.limits };
  const { egress, recorder, telemetry, now, serviceName } = dependencies;
  const outgoingOf = createOutgoing(dependencies);
  const underWay = createSlots<ServerResponse>();
  const timeouts = createTimeoutSweep(
    Math.min(limits.firstByteTimeoutMs, limits.idleTimeoutMs, limits.bodyPace.timeoutMs),
  );
  const budget = { left: limits.maxRecordedBytesInFlight };
  let bufferedBytes = 0;
  let draining = false;
  let whenIdle: (() => void) | undefined;
  return { handle, drain, close };

  function handle(request: IncomingMessage, response: ServerResponse): boolean {
    const url = request.url ?? "/";
    const queryStart = url.indexOf("?");
    const path = queryStart === -1 ? url : url.slice(0, queryStart);
    const endpoint = endpointOf(path);
    if (!endpoint) return isWrongPath(request, response, path);
    const ids = traceIds(first(request.headers["traceparent"]));
    let callBytes = 0;
    const slot = underWay.add(response);
    response.on("close", () => {
      bufferedBytes -= callBytes;
      underWay.take(slot);
      if (underWay.size() === 0) whenIdle?.();
    });
    const early = draining ? isDraining : earlyRefusal(request, endpoint, limits.maxBodyBytes);
    if (early) {
      if (early.code === "wrong_method") response.setHeader("allow", endpoint.method);
      deny(response, early, ids);
      return true;
    }
    const client = readClientHeaders(request.rawHeaders, dependencies.passTraceContext ? "pass" : "keep");
    const query = queryStart === -1 ? "" : withoutOwnTokens(url.slice(queryStart));
    identify({ request, response, endpoint, query, ids, client, startedAt: now(), hold });
    return true;

    function hold(bytes: number): boolean {
      callBytes += bytes;
      bufferedBytes += bytes;
      return bufferedBytes <= limits.maxBufferedBytes;
    }
  }

  /** Tells a client with a wrong base URL what it should be. */
  function isWrongPath({ method = "" }: IncomingMessage, response: ServerResponse, path: string): boolean {
    const advice = wrongPathAdvice(method, path);
    if (advice === undefined) return false;
    deny(response, ownError("unknown_path", advice), traceIds(undefined));
    return true;
  }

  /**
   * Runs before the body is read. Results usually come from memory; only a promise costs a turn of the event loop.
   */
  function identify(call: Incoming): void {
    const { request, endpoint, response, ids, client } = call;
    // A page of another site can send a body without a content type, and without a preflight request.
    const isUntyped = endpoint.method === "POST" && request.headers["content-type"] === undefined;
    if (client.token === undefined && isUntyped) return deny(response, unsupportedType(), ids);
    try {
      const identity = dependencies.authenticate(client.token, request);
      if (!(identity instanceof Promise)) return configure(call, identity);
      identity.then((known) => configure(call, known)).catch((thrown: unknown) => fail(call, thrown));
    } catch (thrown) {
      fail(call, thrown);
    }
  }

  function configure(call: Incoming, identity: Identity): void {
    if (identity.kind === "refused") {
      const { code, message, retryAfterSeconds } = identity;
      return deny(call.response, retryAfter(ownError(code, message), retryAfterSeconds), call.ids);
    }
    const { projectId } = identity;
    const settings = dependencies.settings.of(projectId);
    if (!(settings instanceof Promise)) return read(call, { projectId, settings });
    settings.then((known) => read(call, { projectId, settings: known })).catch((thrown: unknown) => fail(call, thrown));
  }

  function read(call: Incoming, whose: Whose): void {
    const { maxBodyBytes: maxBytes, bodyPace: pace } = limits;
    readBody(call.request, { maxBytes, pace, timeouts, hold: call.hold }, (body) => {
      try {
        proceed(call, body, whose);
      } catch (thrown) {
        fail(call, thrown);
      }
    });
  }

  function proceed(call: Incoming, body: Body, whose: Whose): void {
    switch (body.kind) {
      case "read":
        return forward(call, body.bytes, whose);
      case "too_large":
        return deny(call.response, tooLarge(limits.maxBodyBytes), call.ids);
      case "too_slow":
        return deny(call.response, ownError("request_timeout", "the request came too slowly"), call.ids);
      case "no_room":
        return deny(call.response, ownError("overloaded", "too many large requests at one time"), call.ids);
      default:
        return unreachable(body);
    }
  }

  /** Inflates a compressed body only where its model decides the route, and not on the main thread. */
  function forward(call: Incoming, body: Buffer, whose: Whose): void {
    const encoding = call.request.headers["content-encoding"];
    if (encoding === undefined || !needsModel(call)) return forwardPlain(call, body, body, whose);
    inflate(body, encoding, maxInflatedBytes)
      .then((plain) => forwardPlain(call, body, plain, whose))
      .catch((thrown: unknown) => fail(call, thrown));
  }

  function forwardPlain(call: Incoming, body: Buffer, plain: Inflated, { projectId, settings }: Whose): void {
    const { response, ids } = call;
    if (response.destroyed) return;
    const outgoing = outgoingOf(call, body, plain, settings);
    if (outgoing.kind === "refused") return deny(response, outgoing.error, ids);
    if (settings.strict && !recorder.canRecord(projectId)) {
      return deny(response, unrecordable(recorder.secondsUntilQuota(projectId)), ids);
    }
    send(call, outgoing, projectId);
  }

  function send(call: Incoming, outgoing: Outgoing, projectId: ProjectId): void {
    const { response, endpoint, ids } = call;
    const { origin, sent, rewriting } = outgoing;
    const { maxRecordedResponseBytes, maxRecordedRequestBytes } = limits;
    const { api } = endpoint;
    const relay = new Relay({
      response,
      api,
      traceId: ids.traceId,
      maxRecordedResponseBytes,
      budget,
      rewriting,
      maxWholeBytes: limits.maxBodyBytes,
      firstByteTimeoutMs: limits.firstByteTimeoutMs,
      idleTimeoutMs: limits.idleTimeoutMs,
      now,
      done,
    });
    const slot = timeouts.enter(relay);
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
      timeouts.leave(slot);
      if (api === "models") return;
      try {
        recorder.record(
          finishedCall({ call, projectId, outgoing, serviceName, maxRecordedRequestBytes }, ended, {
            outcome,
            at: now(),
          }),
        );
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
    if (dependencies.recordRejected) {
      const { req: request } = response;
      const { method = "", url = "", rawHeaders } = request;
      const [path] = url.split("?", 1);
      const { token } = readClientHeaders(rawHeaders);
      dependencies.recordRejected(
        { token, request },
        { route: `${method} ${path}`, status: error.status, reason: error.message },
      );
    }
    if (!response.headersSent) response.setHeader("x-gaffe-trace-id", traceId);
    refuse(response, error, traceId);
  }

  function fail({ response, ids }: Incoming, thrown: unknown): void {
    if (thrown instanceof Failure && thrown.blame === "dependency") {
      const message = "Gaffe's database does not answer, so the token cannot be checked; the provider was not called";
      return deny(response, ownError("records_unavailable", message), ids);
    }
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

  async function drain(graceMs: number): Promise<void> {
    draining = true;
    if (underWay.size() === 0) return;
    const timer = setTimeout(() => timeouts.interrupt(), graceMs);
    await new Promise<void>((resolve) => (whenIdle = resolve));
    clearTimeout(timer);
  }

  async function close(): Promise<void> {
    draining = true;
    timeouts.close();
    for (const response of underWay.all()) response.destroy();
    await egress.close();
    await recorder.close();
  }
}

interface Whose {
  readonly projectId: ProjectId;
  readonly settings: ProxySettings;
}

const isDraining = ownError("draining", "this proxy is shutting down; another one answers in a moment");

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);
