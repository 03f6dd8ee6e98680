import { providers, translators } from "../../packages/genai-wire/src/providers/index.ts";
import type { Authenticate } from "../accounts/index.ts";
import type { RejectedRequests } from "../ingest/index.ts";
import type { Admission } from "../otlp/index.ts";
import type { AddressGuard } from "../platform/http/address.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { ProxySettingsStore } from "../providers/index.ts";
import { mayDo } from "../server/service.ts";
import { createProxy } from "./proxy.ts";
import type { Identity } from "./proxy-dependencies.ts";
import { createCallRecorder } from "./recording/recorder.ts";
import { createEgress } from "./relay/egress.ts";
import { missingToken, strangeToken } from "./token-advice.ts";

type CreateProxy = Parameters<typeof createProxy>[0];

interface ProxyDependencies {
  readonly conduct: {
    readonly limits: NonNullable<CreateProxy["limits"]>;
    readonly passTraceContext: boolean;
    readonly connectTimeoutMs: number;
  };
  readonly settings: ProxySettingsStore;
  readonly guard: AddressGuard;
  /** Port on which this service listens. */
  readonly ownPort: () => number;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
  readonly admission: Admission;
  readonly authenticate: Authenticate;
  readonly rejected: Pick<RejectedRequests, "record">;
}

/** Assembles the proxy as a handler of the HTTP entry point. */
export function startProxyHandler(dependencies: ProxyDependencies) {
  const { conduct, settings, guard, ownPort, telemetry, shutdownStack, admission, authenticate, rejected } =
    dependencies;
  // Durations of calls need fractions of a millisecond.
  const now = () => performance.timeOrigin + performance.now();
  const proxy = createProxy({
    authenticate: async (token) => identityOf(await authenticate(token), token),
    settings,
    providers,
    translators,
    egress: createEgress({ guard, connectTimeoutMs: conduct.connectTimeoutMs, ownPort }),
    recorder: createCallRecorder({ admission, telemetry, now }),
    recordRejected: rejected.record,
    limits: conduct.limits,
    passTraceContext: conduct.passTraceContext,
    telemetry,
    now,
  });
  shutdownStack.add(() => proxy.close());
  return proxy;
}

function identityOf(identity: Awaited<ReturnType<Authenticate>>, token: string | undefined): Identity {
  if (identity.kind === "refused") {
    const { reason, message } = identity;
    if (reason === "missing") return { kind: "refused", code: "missing_service_key", message: missingToken };
    const isGaffeToken = token?.startsWith("gaffe_") === true;
    return { kind: "refused", code: "invalid_service_key", message: isGaffeToken ? message : strangeToken };
  }
  const { principal } = identity;
  if (mayDo(principal, "ingest")) return { kind: "caller", projectId: principal.projectId };
  return { kind: "refused", code: "forbidden", message: "this API token may not send: it lacks the scope ingest" };
}
