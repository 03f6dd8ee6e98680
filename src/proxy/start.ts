import { providers, translators } from "../../packages/genai-wire/src/providers/index.ts";
import type { Authenticate } from "../accounts/index.ts";
import type { RejectedRequests } from "../ingest/index.ts";
import type { Admission } from "../otlp/index.ts";
import type { AddressGuard } from "../platform/http/address.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { ProxyChoiceStore, UpstreamStore } from "../providers/index.ts";
import type { ClientOf } from "../server/index.ts";
import { mayDo } from "../server/service.ts";
import { createProxy } from "./proxy.ts";
import type { Identity } from "./proxy-dependencies.ts";
import { createCallRecorder } from "./recording/recorder.ts";
import { createEgress } from "./relay/egress.ts";
import { createRememberedSettings } from "./remembered-settings.ts";
import { missingToken, strangeToken } from "./token-advice.ts";

type CreateProxy = Parameters<typeof createProxy>[0];

interface ProxyDependencies {
  readonly conduct: {
    readonly limits: NonNullable<CreateProxy["limits"]>;
    readonly passTraceContext: boolean;
    readonly connectTimeoutMs: number;
  };
  readonly upstreams: UpstreamStore;
  readonly proxyChoices: ProxyChoiceStore;
  readonly guard: AddressGuard;
  /** Port on which this service listens. */
  readonly ownPort: () => number;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
  readonly admission: Admission;
  readonly authenticate: Authenticate;
  readonly clientOf: ClientOf;
  readonly rejected: Pick<RejectedRequests, "record">;
}

/**
 * Assembles the proxy as a handler of the HTTP entry point, with a function that reports changed project
 * settings.
 */
export function startProxyHandler(dependencies: ProxyDependencies) {
  const {
    conduct,
    upstreams,
    proxyChoices,
    guard,
    ownPort,
    telemetry,
    shutdownStack,
    admission,
    authenticate,
    clientOf,
    rejected,
  } = dependencies;
  // Durations of calls need fractions of a millisecond.
  const now = () => performance.timeOrigin + performance.now();
  const settings = createRememberedSettings({ upstreams, choices: proxyChoices, now });
  const proxy = createProxy({
    authenticate: async (token, request) => identityOf(await authenticate(token, clientOf(request)), token),
    settings,
    providers,
    translators,
    egress: createEgress({ guard, connectTimeoutMs: conduct.connectTimeoutMs, ownPort }),
    recorder: createCallRecorder({ admission, telemetry, now }),
    recordRejected: ({ token, request }, rejection) => rejected.record({ token, client: clientOf(request) }, rejection),
    limits: conduct.limits,
    passTraceContext: conduct.passTraceContext,
    telemetry,
    now,
  });
  shutdownStack.add(() => proxy.close());
  return { ...proxy, settings, settingsChanged: settings.invalidate };
}

function identityOf(identity: Awaited<ReturnType<Authenticate>>, token: string | undefined): Identity {
  if (identity.kind === "refused") {
    const { reason, message, retryAfterSeconds } = identity;
    if (retryAfterSeconds !== undefined) {
      return { kind: "refused", code: "too_many_unknown_keys", message, retryAfterSeconds };
    }
    if (reason === "missing") return { kind: "refused", code: "missing_service_key", message: missingToken };
    const isGaffeToken = token?.startsWith("gaffe_") === true;
    return { kind: "refused", code: "invalid_service_key", message: isGaffeToken ? message : strangeToken };
  }
  const { principal } = identity;
  if (mayDo(principal, "ingest")) return { kind: "caller", projectId: principal.projectId };
  return { kind: "refused", code: "forbidden", message: "this API token may not send: it lacks the scope ingest" };
}
