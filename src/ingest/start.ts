import type { Authenticate } from "../accounts/index.ts";
import { presentedToken } from "../accounts/service.ts";
import type { Admission, OtlpLimits } from "../otlp/index.ts";
import { defaultLimits } from "../otlp/service.ts";
import type { ConnectionLimits, ConnectionRefusal } from "../platform/http/connection-limit.ts";
import { createInFlight } from "../platform/http/in-flight.ts";
import type { RequestTurns } from "../platform/http/request-turns.ts";
import type { ClientOf } from "../server/index.ts";
import { connectionRefused, mayDo } from "../server/service.ts";
import type { Handles } from "../storage/index.ts";
import { createAccept } from "./otlp/accept.ts";
import type { Authenticate as AuthenticateHeaders, OverQuota, RecordRejected } from "./otlp/authenticate.ts";
import { createPreparePool } from "./otlp/prepare-pool.ts";
import { startOtlpGrpc } from "./otlp-grpc/otlp-grpc.ts";
import { createOtlpHttp } from "./otlp-http/otlp-http.ts";
import { createRejectedRequestStore } from "./records/rejected-requests.ts";
import { createRejectedRequests, type RejectedRequests } from "./rejected-requests.ts";

interface ReceiversDependencies {
  readonly host: string;
  readonly grpcPort: number;
  readonly limits: Pick<OtlpLimits, "bodyBytes" | "inflatedBodyBytes">;
  readonly handles: Pick<Handles, "telemetry" | "shutdownStack" | "now">;
  readonly admission: Admission;
  readonly authenticate: Authenticate;
  readonly clientOf: ClientOf;
  readonly rejected: Pick<RejectedRequests, "record">;
  readonly connections: ConnectionLimits;
  readonly turns: RequestTurns;
  readonly overQuota: OverQuota;
}

/**
 * Assembles OTLP over HTTP, as a handler of the HTTP entry point, and over gRPC on its own port, with one
 * memory budget for all bodies.
 */
export async function startReceivers({
  host,
  grpcPort,
  limits: given,
  handles,
  admission,
  authenticate,
  clientOf,
  rejected,
  connections,
  turns,
  overQuota,
}: ReceiversDependencies) {
  const { telemetry, shutdownStack, now } = handles;
  const { bodyBytes, inflatedBodyBytes } = given;
  const limits: OtlpLimits = { ...defaultLimits, bodyBytes, inflatedBodyBytes };
  const pool = createPreparePool({
    onLost: ({ reason }) =>
      telemetry.emit({
        kind: "body-readers-lost",
        level: "error",
        message: "the thread that reads large bodies ended; the body it read was refused",
        facts: { reason },
      }),
  });
  shutdownStack.add(() => pool.close());
  const shared = {
    accept: createAccept({
      prepare: pool.prepare,
      admission,
      telemetry,
      now,
    }),
    authenticate: (async (request) => {
      const identity = await authenticate(presentedToken(request.headers), clientOf(request));
      if (identity.kind === "refused") {
        const { message, retryAfterSeconds } = identity;
        if (retryAfterSeconds === undefined) return { kind: "refused", status: 401, message };
        return { kind: "refused", status: 429, message, retryAfterSeconds };
      }
      const { principal } = identity;
      if (mayDo(principal, "ingest")) return { kind: "project", projectId: principal.projectId };
      return { kind: "refused", status: 403, message: "this API token may not send: it lacks the scope ingest" };
    }) satisfies AuthenticateHeaders,
    inFlight: createInFlight({ limitBytes: 4 * bodyBytes, bytesPerOwner: 2 * bodyBytes }),
    overQuota,
    telemetry,
    recordRejected: ((request, rejection) =>
      rejected.record(
        { token: presentedToken(request.headers), client: clientOf(request) },
        rejection,
      )) satisfies RecordRejected,
    limits,
  };
  const onRefusedConnection = (reason: ConnectionRefusal) => telemetry.emit(connectionRefused("grpc", reason));
  const grpc = await startOtlpGrpc({ ...shared, host, port: grpcPort, connections, turns, onRefusedConnection });
  shutdownStack.add(() => grpc.close());
  return { http: createOtlpHttp(shared) };
}

interface RejectedRequestsDependencies {
  readonly handles: Pick<Handles, "db" | "telemetry" | "shutdownStack" | "now">;
  readonly authenticate: Authenticate;
}

/** Starts the record of rejected requests, which receivers and the proxy share. */
export function startRejectedRequests({ handles, authenticate }: RejectedRequestsDependencies): RejectedRequests {
  const { db, telemetry, shutdownStack, now } = handles;
  const store = createRejectedRequestStore(db);
  const rejected = createRejectedRequests({ authenticate, store, emit: telemetry.emit, now });
  shutdownStack.add(() => rejected.stop());
  return rejected;
}
