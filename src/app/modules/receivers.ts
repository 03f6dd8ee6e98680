import type { Authenticate } from "../../accounts/sign-in/authenticate.ts";
import { presentedToken } from "../../accounts/sign-in/credentials.ts";
import { createAccept } from "../../ingest/otlp/accept.ts";
import type { Authenticate as AuthenticateHeaders, NoteRejected } from "../../ingest/otlp/authenticate.ts";
import { createInFlight } from "../../ingest/otlp/in-flight.ts";
import { createPreparePool } from "../../ingest/otlp/prepare-pool.ts";
import { startOtlpGrpc } from "../../ingest/otlp-grpc/otlp-grpc.ts";
import { createOtlpHttp } from "../../ingest/otlp-http/otlp-http.ts";
import type { RejectedRequests } from "../../ingest/rejected-requests.ts";
import { defaultLimits, type OtlpLimits } from "../../otlp/limits.ts";
import type { Admission } from "../../otlp/ports/admission.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import { mayDo } from "../../server/access.ts";
import type { Settings } from "../settings/settings.ts";
import type { Undo } from "../undo.ts";

interface Needs {
  readonly settings: Settings;
  readonly telemetry: Telemetry;
  readonly undo: Undo;
  readonly admission: Admission;
  readonly authenticate: Authenticate;
  readonly rejected: Pick<RejectedRequests, "note">;
  readonly now: () => number;
}

/** OTLP over HTTP, as a handler of the front door, and over gRPC on a port of its own; one room for all bodies. */
export async function assembleReceivers({ settings, telemetry, undo, admission, authenticate, rejected, now }: Needs) {
  const { bodyBytes, inflatedBodyBytes } = settings.limits;
  const limits: OtlpLimits = { ...defaultLimits, bodyBytes, inflatedBodyBytes };
  const pool = createPreparePool({
    onLost: (error) =>
      telemetry.emit({
        kind: "body-readers-lost",
        level: "error",
        message: "the thread that reads large bodies ended; the body it read was refused",
        facts: { error: error.message },
      }),
  });
  undo.add(() => pool.close());
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
    noteRejected: ((headers, rejection) => rejected.note(presentedToken(headers), rejection)) satisfies NoteRejected,
    limits,
  };
  const grpc = await startOtlpGrpc({ ...shared, host: settings.host, port: settings.grpcPort });
  undo.add(() => grpc.close());
  return { http: createOtlpHttp(shared) };
}
