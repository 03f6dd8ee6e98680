import type { IncomingHttpHeaders } from "node:http";
import {
  status as grpcStatus,
  Metadata,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  type ServerUnaryCall,
  type ServiceDefinition,
  type StatusObject,
  type sendUnaryData,
} from "@grpc/grpc-js";
import type { OtlpLimits, OtlpSignal } from "../../otlp/index.ts";
import { defaultLimits } from "../../otlp/service.ts";
import { Failure } from "../../platform/failure.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Accept, Accepted } from "../otlp/accept.ts";
import { exportResponse, type RpcCode, type RpcStatus, rpcCodes, rpcStatus } from "../otlp/answers.ts";
import type { Authenticate, RecordRejected } from "../otlp/authenticate.ts";
import { type RefusalReason, requestRefused } from "../otlp/events.ts";
import type { InFlight } from "../otlp/in-flight.ts";
import { type Unavailable, unavailableOf } from "../otlp/unavailable.ts";

export interface OtlpGrpcDependencies {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly accept: Accept;
  readonly authenticate: Authenticate;
  readonly inFlight: InFlight;
  readonly telemetry: Telemetry;
  readonly recordRejected?: RecordRejected;
  readonly limits?: OtlpLimits;
}

export interface OtlpGrpc {
  readonly port: number;
  /** Lets calls in progress finish for a moment, then cancels them. */
  close(): Promise<void>;
}

/**
 * Starts OTLP/gRPC (specification 1.11): TraceService and LogsService, with gzip or no compression. Throws Failure
 * when the port is in use.
 */
export async function startOtlpGrpc(dependencies: OtlpGrpcDependencies): Promise<OtlpGrpc> {
  const {
    host,
    limits = defaultLimits,
    accept,
    authenticate,
    inFlight,
    telemetry,
    recordRejected = () => {},
  } = dependencies;
  const server = new Server({
    "grpc.max_receive_message_length": limits.inflatedBodyBytes,
    "grpc.max_concurrent_streams": 100,
    interceptors: [roomInterceptor()],
  });
  server.addService(serviceOf("trace", services.traces), { export: handler("traces") });
  server.addService(serviceOf("logs", services.logs), { export: handler("logs") });
  const port = await bind(server, host, dependencies.port);
  return { port, close: () => close(server) };

  /** Refuses a call before its message is read when the memory for bodies is used up. */
  function roomInterceptor() {
    return (_method: unknown, call: ConstructorParameters<typeof ServerInterceptingCall>[0]) =>
      new ServerInterceptingCall(call, {
        start(next) {
          next({
            onReceiveMetadata(metadata, proceed) {
              const reservation = inFlight.enter(0);
              const room = reservation?.grow(1) ?? false;
              reservation?.leave();
              if (room) proceed(metadata);
              else call.sendStatus(refuse(noRoom));
            },
          });
        },
      });
  }

  function handler(signal: OtlpSignal) {
    return (call: ServerUnaryCall<Buffer, Buffer>, reply: sendUnaryData<Buffer>): void => {
      exportItems(signal, call).then(
        (answer) => {
          if (Buffer.isBuffer(answer)) return reply(null, answer);
          report(signal, call.metadata, { status: statusOf(answer), reason: answer.message });
          reply(refuse(answer));
        },
        (thrown: unknown) => {
          const answer = failed(thrown);
          report(signal, call.metadata, { status: statusOf(answer), reason: answer.message });
          reply(refuse(answer));
        },
      );
    };
  }

  /** Returns the response to a call that threw: a dependency is unavailable, or Gaffe has a defect. */
  function failed(thrown: unknown): Refusal {
    const away = unavailableOf(thrown);
    if (away) return unavailable(away);
    telemetry.log.error({ event: "receive-failed", err: thrown }, "a call could not be answered");
    return internal;
  }

  async function exportItems(signal: OtlpSignal, call: ServerUnaryCall<Buffer, Buffer>): Promise<Buffer | Refusal> {
    const authenticated = await authenticate(headersOf(call.metadata));
    if (authenticated.kind === "refused") {
      const code = authenticated.status === 401 ? rpcCodes.unauthenticated : rpcCodes.permissionDenied;
      return { code, message: authenticated.message };
    }
    const reservation = inFlight.enter(call.request.length);
    if (reservation === undefined) return noRoom;
    try {
      const body = { bytes: call.request, signal, format: "protobuf", compression: "identity", limits } as const;
      const accepted = await accept({ projectId: authenticated.projectId, transport: "grpc", body });
      if (accepted.kind === "accepted" && accepted.rejected > 0) {
        report(signal, call.metadata, { status: 200, reason: accepted.message });
      }
      return answerOf(accepted);
    } finally {
      reservation.leave();
    }
  }

  function report(signal: OtlpSignal, metadata: Metadata, rejection: { status: number; reason: string }): void {
    recordRejected(headersOf(metadata), { route: `gRPC ${services[signal]}/Export`, ...rejection });
  }

  function refuse(refusal: Refusal): StatusObject {
    telemetry.emit(requestRefused("grpc", { ...refusal, status: refusal.code }));
    return statusObject(refusal);
  }
}

interface Refusal extends RpcStatus {
  /** The reason to count it under, if the code does not determine it. */
  readonly reason?: RefusalReason;
}

const services = { traces: "TraceService", logs: "LogsService" } as const satisfies Record<OtlpSignal, string>;

const internal: RpcStatus = { code: rpcCodes.internal, message: "the request could not be processed" };

/** Overload is retryable only with RetryInfo; a body that is too large must be returned without it. */
const noRoom: RpcStatus = {
  code: rpcCodes.resourceExhausted,
  message: "Gaffe is receiving too many bytes at the moment: retry this request later",
  retryAfterSeconds: 1,
};

const unavailable = ({ message, retryAfterSeconds }: Unavailable): Refusal => ({
  code: rpcCodes.unavailable,
  message,
  retryAfterSeconds,
});

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

function serviceOf(signal: "trace" | "logs", service: string): ServiceDefinition {
  return {
    export: {
      path: `/opentelemetry.proto.collector.${signal}.v1.${service}/Export`,
      requestStream: false,
      responseStream: false,
      requestSerialize: (message: Buffer) => message,
      requestDeserialize: (bytes: Buffer) => bytes,
      responseSerialize: (message: Buffer) => message,
      responseDeserialize: (bytes: Buffer) => bytes,
    },
  };
}

const grpcCodes: Readonly<Record<RpcCode, grpcStatus>> = {
  [rpcCodes.invalidArgument]: grpcStatus.INVALID_ARGUMENT,
  [rpcCodes.deadlineExceeded]: grpcStatus.DEADLINE_EXCEEDED,
  [rpcCodes.permissionDenied]: grpcStatus.PERMISSION_DENIED,
  [rpcCodes.resourceExhausted]: grpcStatus.RESOURCE_EXHAUSTED,
  [rpcCodes.unimplemented]: grpcStatus.UNIMPLEMENTED,
  [rpcCodes.internal]: grpcStatus.INTERNAL,
  [rpcCodes.unavailable]: grpcStatus.UNAVAILABLE,
  [rpcCodes.unauthenticated]: grpcStatus.UNAUTHENTICATED,
};

/** Returns the HTTP status that corresponds to a gRPC status. */
function statusOf({ code, retryAfterSeconds }: RpcStatus): number {
  if (code === rpcCodes.resourceExhausted) return retryAfterSeconds === undefined ? 413 : 429;
  return httpStatuses[code];
}

const httpStatuses: Readonly<Record<RpcCode, number>> = {
  [rpcCodes.invalidArgument]: 400,
  [rpcCodes.deadlineExceeded]: 408,
  [rpcCodes.permissionDenied]: 403,
  [rpcCodes.resourceExhausted]: 413,
  [rpcCodes.unimplemented]: 405,
  [rpcCodes.internal]: 500,
  [rpcCodes.unavailable]: 503,
  [rpcCodes.unauthenticated]: 401,
};

/** Adds a google.rpc.Status where the status has more than a code and a message. */
function statusObject(status: RpcStatus): StatusObject {
  const metadata = new Metadata();
  if (status.retryAfterSeconds !== undefined) metadata.set("grpc-status-details-bin", rpcStatus(status));
  return { code: grpcCodes[status.code], details: status.message, metadata };
}

function headersOf(metadata: Metadata): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {};
  for (const name of ["api-key", "x-gaffe-api-key", "authorization"]) {
    const [value] = metadata.get(name);
    if (typeof value === "string") headers[name] = value;
  }
  return headers;
}

function bind(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const address = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
    server.bindAsync(address, ServerCredentials.createInsecure(), (cause, bound) => {
      if (cause === null) resolve(bound);
      else {
        const message = `OTLP/gRPC cannot listen on ${address}: stop what listens there, a Collector perhaps, or set GAFFE_GRPC_PORT`;
        reject(new Failure("caller", message, { host, port }, cause));
      }
    });
  });
}

const closeGraceMs = 2000;

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.forceShutdown(), closeGraceMs);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
