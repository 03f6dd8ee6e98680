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
import { defaultLimits, type OtlpLimits } from "../../otlp/limits.ts";
import type { OtlpSignal } from "../../otlp/scan.ts";
import { Failure } from "../../platform/failure.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Accept, Accepted } from "../otlp/accept.ts";
import { exportResponse, type RpcCode, type RpcStatus, rpcCodes, rpcStatus } from "../otlp/answers.ts";
import type { Authenticate, NoteRejected } from "../otlp/authenticate.ts";
import { type RefusalReason, requestRefused } from "../otlp/events.ts";
import type { InFlight } from "../otlp/in-flight.ts";
import { type Unavailable, unavailableOf } from "../otlp/unavailable.ts";

export interface OtlpGrpcNeeds {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly accept: Accept;
  readonly authenticate: Authenticate;
  readonly inFlight: InFlight;
  readonly telemetry: Telemetry;
  readonly noteRejected?: NoteRejected;
  readonly limits?: OtlpLimits;
}

export interface OtlpGrpc {
  readonly port: number;
  /** Lets calls that are under way finish for a moment, then cuts them. */
  close(): Promise<void>;
}

/** OTLP/gRPC (specification 1.11): TraceService and LogsService, gzip or none. Throws Failure when the port is taken. */
export async function startOtlpGrpc(needs: OtlpGrpcNeeds): Promise<OtlpGrpc> {
  const { host, limits = defaultLimits, accept, authenticate, inFlight, telemetry, noteRejected = () => {} } = needs;
  const server = new Server({
    "grpc.max_receive_message_length": limits.inflatedBodyBytes,
    "grpc.max_concurrent_streams": 100,
    interceptors: [roomInterceptor()],
  });
  server.addService(serviceOf("trace", services.traces), { export: handler("traces") });
  server.addService(serviceOf("logs", services.logs), { export: handler("logs") });
  const port = await bind(server, host, needs.port);
  return { port, close: () => close(server) };

  /** A call is refused before its message is read when bodies already fill their room. */
  function roomInterceptor() {
    return (_method: unknown, call: ConstructorParameters<typeof ServerInterceptingCall>[0]) =>
      new ServerInterceptingCall(call, {
        start(next) {
          next({
            onReceiveMetadata(metadata, proceed) {
              const held = inFlight.enter(0);
              const room = held?.grow(1) ?? false;
              held?.leave();
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
          tell(signal, call.metadata, { status: statusOf(answer), because: answer.message });
          reply(refuse(answer));
        },
        (thrown: unknown) => {
          const answer = failed(thrown);
          tell(signal, call.metadata, { status: statusOf(answer), because: answer.message });
          reply(refuse(answer));
        },
      );
    };
  }

  /** The answer to a call that threw: a dependency is away, or we made a mistake. */
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
    const held = inFlight.enter(call.request.length);
    if (held === undefined) return noRoom;
    try {
      const body = { bytes: call.request, signal, format: "protobuf", compression: "identity", limits } as const;
      const accepted = await accept({ projectId: authenticated.projectId, transport: "grpc", body });
      if (accepted.kind === "accepted" && accepted.rejected > 0) {
        tell(signal, call.metadata, { status: 200, because: accepted.message });
      }
      return answerOf(accepted);
    } finally {
      held.leave();
    }
  }

  function tell(signal: OtlpSignal, metadata: Metadata, told: { status: number; because: string }): void {
    noteRejected(headersOf(metadata), { route: `gRPC ${services[signal]}/Export`, ...told });
  }

  function refuse(refusal: Refusal): StatusObject {
    telemetry.emit(requestRefused("grpc", { ...refusal, status: refusal.code }));
    return statusObject(refusal);
  }
}

interface Refusal extends RpcStatus {
  /** Under which it is counted, where its code does not say it. */
  readonly reason?: RefusalReason;
}

const services = { traces: "TraceService", logs: "LogsService" } as const satisfies Record<OtlpSignal, string>;

const internal: RpcStatus = { code: rpcCodes.internal, message: "the request could not be processed" };

/** Overload is retryable only with RetryInfo; a body that is too large must come without. */
const noRoom: RpcStatus = {
  code: rpcCodes.resourceExhausted,
  message: "too many bytes are being received at once: send this request again later",
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
      const code = accepted.because === "invalid" ? rpcCodes.invalidArgument : rpcCodes.resourceExhausted;
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

/** One unary method `Export` whose messages stay bytes. */
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

/** What HTTP would have answered. */
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

/** The status with its google.rpc.Status where there is more to say than code and message. */
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
