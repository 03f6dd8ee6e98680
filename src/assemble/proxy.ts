import type { Authenticate } from "../access/authenticate.ts";
import { mayDo } from "../domain/access.ts";
import type { AddressGuard } from "../lib/address.ts";
import type { Admission } from "../ports/admission.ts";
import { providers, translators } from "../providers/index.ts";
import { createEgress } from "../receivers/proxy/egress.ts";
import type { Identity } from "../receivers/proxy/needs.ts";
import { createProxy } from "../receivers/proxy/proxy.ts";
import { createCallRecorder } from "../receivers/proxy/recorder.ts";
import { createRememberedSettings } from "../receivers/proxy/remembered-settings.ts";
import type { Records } from "../storage/records/open.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { Undo } from "./undo.ts";

interface Needs {
  readonly records: Pick<Records, "upstreams" | "proxyChoices">;
  readonly guard: AddressGuard;
  readonly telemetry: Telemetry;
  readonly undo: Undo;
  readonly admission: Admission;
  readonly authenticate: Authenticate;
}

/** The proxy, as a handler of the front door, and how it is told that a project's settings changed. */
export function assembleProxy({ records, guard, telemetry, undo, admission, authenticate }: Needs) {
  // Durations of calls need fractions of a millisecond.
  const now = () => performance.timeOrigin + performance.now();
  const settings = createRememberedSettings({ upstreams: records.upstreams, choices: records.proxyChoices, now });
  const proxy = createProxy({
    authenticate: async (token) => identityOf(await authenticate(token)),
    settings,
    providers,
    translators,
    egress: createEgress({ guard, connectTimeoutMs: 10_000 }),
    recorder: createCallRecorder({ admission, telemetry, now }),
    telemetry,
    now,
  });
  undo.add(() => proxy.close());
  return { ...proxy, settings, settingsChanged: settings.forget };
}

function identityOf(identity: Awaited<ReturnType<Authenticate>>): Identity {
  if (identity.kind === "refused") {
    const code = identity.because === "missing" ? "missing_service_key" : "invalid_service_key";
    return { kind: "refused", code, message: identity.message };
  }
  const { principal } = identity;
  if (mayDo(principal, "ingest")) return { kind: "caller", projectId: principal.projectId };
  return { kind: "refused", code: "forbidden", message: "this API token may not send: it lacks the scope ingest" };
}
