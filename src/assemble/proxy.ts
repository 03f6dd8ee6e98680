import type { Authenticate } from "../access/authenticate.ts";
import { mayDo } from "../domain/access.ts";
import { createAddressGuard } from "../lib/address.ts";
import type { Admission } from "../ports/admission.ts";
import { providers } from "../providers/index.ts";
import { createEgress } from "../receivers/proxy/egress.ts";
import type { Identity } from "../receivers/proxy/needs.ts";
import { createProxy } from "../receivers/proxy/proxy.ts";
import { createCallRecorder } from "../receivers/proxy/recorder.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { Undo } from "./undo.ts";

interface Needs {
  readonly telemetry: Telemetry;
  readonly undo: Undo;
  readonly admission: Admission;
  readonly authenticate: Authenticate;
  readonly now: () => number;
}

/** This machine and private networks: a self-hosted service forwards to the models that run beside it. */
const ownNetworks = ["127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"];

/** The proxy, as a handler of the front door. */
export function assembleProxy({ telemetry, undo, admission, authenticate, now }: Needs) {
  const egress = createEgress({ guard: createAddressGuard(ownNetworks), connectTimeoutMs: 10_000 });
  undo.add(() => egress.close());
  const recorder = createCallRecorder({ admission, telemetry, now });
  undo.add(() => recorder.close());
  const proxy = createProxy({
    authenticate: async (token) => identityOf(await authenticate(token)),
    settings: { of: () => ({ upstreams: [] }) },
    providers,
    egress,
    recorder,
    telemetry,
    now,
  });
  undo.add(() => proxy.close());
  return proxy;
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
