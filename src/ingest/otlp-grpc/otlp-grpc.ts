import type { OtlpLimits } from "../../otlp/index.ts";
import { defaultLimits } from "../../otlp/service.ts";
import type { BodyPace } from "../../platform/http/body-deadline.ts";
import type { ConnectionLimits, ConnectionRefusal } from "../../platform/http/connection-limit.ts";
import type { InFlight, Reservation } from "../../platform/http/in-flight.ts";
import { networkOf } from "../../platform/http/network-of.ts";
import { createRequestTurns, type RequestTurns } from "../../platform/http/request-turns.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { ClientRequest } from "../../server/index.ts";
import type { Accept, Accepted } from "../otlp/accept.ts";
import { exportResponse, rpcCodes } from "../otlp/answers.ts";
import {
  type Authenticate,
  type Authenticated,
  type OverQuota,
  type RecordRejected,
  refusalCode,
} from "../otlp/authenticate.ts";
import { metricsDropped, requestRefused } from "../otlp/events.ts";
import { unavailableOf } from "../otlp/unavailable.ts";
import { answerCall, refuseCall, refuseRequest } from "./answer-call.ts";
import { type CallHead, headOf } from "./call-head.ts";
import { type Http2Call, type Http2Server, startHttp2Server } from "./http2-server.ts";
import { type MessageRead, readMessage } from "./read-message.ts";
import { httpStatusOf, internal, noRoom, type Refusal, refusalOfMessage, unavailable } from "./refusals.ts";

export interface OtlpGrpcDependencies {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly accept: Accept;
  readonly authenticate: Authenticate;
  readonly inFlight: InFlight;
  readonly overQuota?: OverQuota;
  readonly telemetry: Telemetry;
  readonly recordRejected?: RecordRejected;
  readonly limits?: OtlpLimits;
  readonly connections?: ConnectionLimits;
  /** Shared with other ports of the process. */
  readonly turns?: RequestTurns;
  readonly onRefusedConnection?: (reason: ConnectionRefusal) => void;
  readonly pace?: BodyPace;
  /** How long a connection without an authenticated call may be idle. */
  readonly unauthenticatedIdleMs?: number;
}

/**
 * Starts OTLP/gRPC (specification 1.11): TraceService, LogsService and MetricsService, with gzip or no compression. A call is
 * authenticated and gets its room by its headers: until then nothing of its message is read, and it stays compressed
 * until a thread reads it. Throws Failure when the port is in use.
 */
export function startOtlpGrpc(dependencies: OtlpGrpcDependencies): Promise<Http2Server> {
  const { host, port, limits = defaultLimits, accept, authenticate, inFlight, telemetry } = dependencies;
  const {
    recordRejected = () => {},
    overQuota = () => undefined,
    turns = createRequestTurns(),
    pace = { timeoutMs: 15_000, bytesPerSecond: 16 * 1024 },
  } = dependencies;
  const bounds = { ...pace, maxBytes: limits.inflatedBodyBytes, maxCompressedBytes: limits.bodyBytes };
  return startHttp2Server({
    host,
    port,
    connections: dependencies.connections ?? { total: Infinity, perAddress: Infinity },
    onRefusedConnection: dependencies.onRefusedConnection ?? (() => {}),
    unauthenticatedIdleMs: dependencies.unauthenticatedIdleMs ?? 20_000,
    onCall: (call) =>
      turns(networkOf(call.remoteAddress ?? ""), () => {
        if (!call.stream.destroyed) onCall(call);
      }),
  });

  function onCall(call: Http2Call): void {
    const head = headOf(call.headers);
    if (head.kind === "not_grpc") return refuseRequest(call.stream, head.httpStatus);
    const request = requestOf(call);
    handle(call, head, request)
      .catch((thrown: unknown) => failed(thrown))
      .then((answer) => {
        if (Buffer.isBuffer(answer)) return answerCall(call.stream, answer);
        if (answer === "aborted") return;
        telemetry.emit(requestRefused("grpc", { ...answer, status: answer.code }));
        report(request, head, { status: httpStatusOf(answer), reason: answer.message });
        refuseCall(call.stream, answer);
      })
      .catch((thrown: unknown) => {
        telemetry.log.error({ event: "receive-failed", err: thrown }, "a response could not be sent");
      });
  }

  async function handle(call: Http2Call, head: GrpcHead, request: ClientRequest): Promise<Answer> {
    if (head.kind === "refused") return head.refusal;
    const authenticated = await authenticate(request);
    if (authenticated.kind === "refused") return refusalOf(authenticated);
    call.keepConnection();
    const over = head.signal === "metrics" ? undefined : overQuota(authenticated.projectId);
    if (over) return { code: rpcCodes.resourceExhausted, ...over, reason: "over_quota" };
    // One byte asks whether there is room; how long the message is, only its beginning tells.
    const reservation = inFlight.enter(1, authenticated.projectId);
    if (reservation === undefined) return noRoom;
    try {
      return await receive(call, { head, request, authenticated, reservation });
    } finally {
      reservation.leave();
    }
  }

  async function receive(call: Http2Call, { head, request, authenticated, reservation }: Admitted): Promise<Answer> {
    const read = await readMessage(call.stream, reservation, bounds);
    if (read.kind !== "read") return refusalOfMessage(read.kind, bounds.maxBytes) ?? "aborted";
    const compression = compressionOf(read, head);
    if (typeof compression === "object") return compression;
    const { signal } = head;
    if (signal === "metrics") {
      telemetry.emit(metricsDropped("grpc"));
      return exportResponse(0, "");
    }
    const body = { bytes: read.bytes, signal, format: "protobuf", compression, limits } as const;
    const accepted = await accept({ projectId: authenticated.projectId, transport: "grpc", body });
    if (accepted.kind === "accepted" && accepted.rejected > 0) {
      report(request, head, { status: 200, reason: accepted.message });
    }
    return answerOf(accepted);
  }

  /** Returns the response to a call that threw: a dependency is unavailable, or Gaffe has a defect. */
  function failed(thrown: unknown): Refusal {
    const away = unavailableOf(thrown);
    if (away) return unavailable(away);
    telemetry.log.error({ event: "receive-failed", err: thrown }, "a call could not be answered");
    return internal;
  }

  function report(request: ClientRequest, head: GrpcHead, rejection: { status: number; reason: string }): void {
    const name = head.kind === "refused" ? head.path : services[head.signal];
    recordRejected(request, { route: `gRPC ${name}`, ...rejection });
  }
}

type GrpcHead = Exclude<CallHead, { readonly kind: "not_grpc" }>;
type ExportHead = Extract<CallHead, { readonly kind: "export" }>;

/** The response, or "aborted" when the client has disconnected. */
type Answer = Buffer | Refusal | "aborted";

interface Admitted {
  readonly head: ExportHead;
  readonly request: ClientRequest;
  readonly authenticated: Authenticated & { readonly kind: "project" };
  readonly reservation: Reservation;
}

const services = {
  traces: "TraceService/Export",
  logs: "LogsService/Export",
  metrics: "MetricsService/Export",
} as const satisfies Record<ExportHead["signal"], string>;

/** Returns the call as an HTTP request with its host, which HTTP/2 names differently. */
function requestOf({ headers, remoteAddress }: Http2Call): ClientRequest {
  const { ":authority": authority, host = authority } = headers;
  return {
    headers: { ...headers, ...(host === undefined ? {} : { host }) },
    httpVersion: "2.0",
    socket: { remoteAddress },
  };
}

function refusalOf(refused: Authenticated & { readonly kind: "refused" }): Refusal {
  const { message, retryAfterSeconds } = refused;
  const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return { code: refusalCode(refused), message, ...retry };
}

/** Returns the compression of a message, or the refusal of one that Gaffe cannot read. */
function compressionOf(
  { compressed }: MessageRead & { readonly kind: "read" },
  { encoding }: ExportHead,
): "gzip" | "identity" | Refusal {
  if (!compressed) return "identity";
  if (encoding === "gzip") return "gzip";
  return { code: rpcCodes.unimplemented, message: `grpc-encoding must be gzip or identity, not ${encoding}` };
}

function answerOf(accepted: Accepted): Buffer | Refusal {
  switch (accepted.kind) {
    case "accepted":
      return exportResponse(accepted.rejected, accepted.message);
    case "refused": {
      const code = accepted.reason === "invalid" ? rpcCodes.invalidArgument : rpcCodes.resourceExhausted;
      return { code, message: accepted.message };
    }
    case "unavailable":
      return unavailable(accepted);
    case "over_quota": {
      const { message, retryAfterSeconds } = accepted;
      return { code: rpcCodes.resourceExhausted, message, retryAfterSeconds, reason: "over_quota" };
    }
    default:
      return internal;
  }
}
