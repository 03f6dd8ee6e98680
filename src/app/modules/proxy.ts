import { providers, translators } from "../../../packages/genai-wire/src/providers/index.ts";
import type { Authenticate } from "../../accounts/sign-in/authenticate.ts";
import type { RejectedRequests } from "../../ingest/rejected-requests.ts";
import type { Admission } from "../../otlp/ports/admission.ts";
import type { AddressGuard } from "../../platform/http/address.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Identity } from "../../proxy/needs.ts";
import { createProxy } from "../../proxy/proxy.ts";
import { createCallRecorder } from "../../proxy/recording/recorder.ts";
import { createEgress } from "../../proxy/relay/egress.ts";
import { createRememberedSettings } from "../../proxy/remembered-settings.ts";
import { missingToken, strangeToken } from "../../proxy/token-advice.ts";
import { mayDo } from "../../server/access.ts";
import type { Records } from "../records/open.ts";
import type { ProxyConduct } from "../settings/proxy-variables.ts";
import type { Undo } from "../undo.ts";

interface Needs {
  readonly conduct: ProxyConduct;
  readonly records: Pick<Records, "upstreams" | "proxyChoices">;
  readonly guard: AddressGuard;
  /** Where this service listens. */
  readonly ownPort: () => number;
  readonly telemetry: Telemetry;
  readonly undo: Undo;
  readonly admission: Admission;
  readonly authenticate: Authenticate;
  readonly rejected: Pick<RejectedRequests, "note">;
}

/** The proxy, as a handler of the front door, and how it is told that a project's settings changed. */
export function assembleProxy(needs: Needs) {
  const { conduct, records, guard, ownPort, telemetry, undo, admission, authenticate, rejected } = needs;
  // Durations of calls need fractions of a millisecond.
  const now = () => performance.timeOrigin + performance.now();
  const settings = createRememberedSettings({ upstreams: records.upstreams, choices: records.proxyChoices, now });
  const proxy = createProxy({
    authenticate: async (token) => identityOf(await authenticate(token), token),
    settings,
    providers,
    translators,
    egress: createEgress({ guard, connectTimeoutMs: conduct.connectTimeoutMs, ownPort }),
    recorder: createCallRecorder({ admission, telemetry, now }),
    noteRejected: rejected.note,
    limits: conduct.limits,
    passTraceContext: conduct.passTraceContext,
    telemetry,
    now,
  });
  undo.add(() => proxy.close());
  return { ...proxy, settings, settingsChanged: settings.forget };
}

function identityOf(identity: Awaited<ReturnType<Authenticate>>, token: string | undefined): Identity {
  if (identity.kind === "refused") {
    const { because, message } = identity;
    if (because === "missing") return { kind: "refused", code: "missing_service_key", message: missingToken };
    const isOurs = token?.startsWith("gaffe_") === true;
    return { kind: "refused", code: "invalid_service_key", message: isOurs ? message : strangeToken };
  }
  const { principal } = identity;
  if (mayDo(principal, "ingest")) return { kind: "caller", projectId: principal.projectId };
  return { kind: "refused", code: "forbidden", message: "this API token may not send: it lacks the scope ingest" };
}
