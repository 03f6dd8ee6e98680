import type { Authenticate } from "../accounts/index.ts";
import { presentedToken } from "../accounts/service.ts";
import type { Admission, OtlpLimits } from "../otlp/index.ts";
import { defaultLimits } from "../otlp/service.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import { mayDo } from "../server/service.ts";
import { createAccept } from "./otlp/accept.ts";
import type { Authenticate as AuthenticateHeaders, RecordRejected } from "./otlp/authenticate.ts";
import { createInFlight } from "./otlp/in-flight.ts";
import { createPreparePool } from "./otlp/prepare-pool.ts";
import { startOtlpGrpc } from "./otlp-grpc/otlp-grpc.ts";
import { createOtlpHttp } from "./otlp-http/otlp-http.ts";
import { createRejectedRequests, type RejectedRequests } from "./rejected-requests.ts";

interface ReceiversDependencies {
  readonly host: string;
  readonly grpcPort: number;
  readonly limits: Pick<OtlpLimits, "bodyBytes" | "inflatedBodyBytes">;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
  readonly admission: Admission;
  readonly authenticate: Authenticate;
  readonly rejected: Pick<RejectedRequests, "record">;
  readonly now: () => number;
}

/**
 * Assembles OTLP over HTTP, as a handler of the HTTP entry point, and over gRPC on its own port, with one
 * memory budget for all bodies.
 */
export async function startReceivers({
  host,
  grpcPort,
  limits: given,
  telemetry,
  shutdownStack,
  admission,
  authenticate,
  rejected,
  now,
}: ReceiversDependencies) {
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
    authenticate: (async (headers) => {
      const identity = await authenticate(presentedToken(headers));
      if (identity.kind === "refused") return { kind: "refused", status: 401, message: identity.message };
      const { principal } = identity;
      if (mayDo(principal, "ingest")) return { kind: "project", projectId: principal.projectId };
      return { kind: "refused", status: 403, message: "this API token may not send: it lacks the scope ingest" };
    }) satisfies AuthenticateHeaders,
    inFlight: createInFlight(4 * bodyBytes),
    telemetry,
    recordRejected: ((headers, rejection) =>
      rejected.record(presentedToken(headers), rejection)) satisfies RecordRejected,
    limits,
  };
  const grpc = await startOtlpGrpc({ ...shared, host, port: grpcPort });
  shutdownStack.add(() => grpc.close());
  return { http: createOtlpHttp(shared) };
}

type RejectedRequestsDependencies = Parameters<typeof createRejectedRequests>[0] & {
  readonly shutdownStack: Pick<ShutdownStack, "add">;
};

/** Starts the record of rejected requests, which receivers and the proxy share. */
export function startRejectedRequests({
  shutdownStack,
  ...dependencies
}: RejectedRequestsDependencies): RejectedRequests {
  const rejected = createRejectedRequests(dependencies);
  shutdownStack.add(() => rejected.stop());
  return rejected;
}
