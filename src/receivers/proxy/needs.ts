import type { IncomingMessage, ServerResponse } from "node:http";
import type { ProjectId } from "../../domain/ids.ts";
import type { Provider } from "../../domain/upstream.ts";
import type { ProxySettingsStore } from "../../ports/proxy-settings.ts";
import type { Translator } from "../../ports/translator.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";
import type { CallRecorder } from "./call.ts";
import type { Egress } from "./egress.ts";

export interface ProxyLimits {
  /** Larger requests are answered 413. */
  readonly maxBodyBytes: number;
  /** Bytes of request bodies held at one time, over all calls; beyond, 503. */
  readonly maxHeldBytes: number;
  /** Bytes of one request, and of one answer, that are kept for the record. */
  readonly keepBytes: number;
  /** Bytes that all answers under way keep together. */
  readonly maxKeptBytes: number;
  readonly firstByteTimeoutMs: number;
  readonly idleTimeoutMs: number;
}

export const defaultLimits: ProxyLimits = {
  maxBodyBytes: 64 * 2 ** 20,
  maxHeldBytes: 512 * 2 ** 20,
  keepBytes: 4 * 2 ** 20,
  maxKeptBytes: 128 * 2 ** 20,
  firstByteTimeoutMs: 15 * 60_000,
  idleTimeoutMs: 5 * 60_000,
};

export type Identity =
  | { readonly kind: "caller"; readonly projectId: ProjectId }
  | {
      readonly kind: "refused";
      readonly code: "missing_service_key" | "invalid_service_key" | "forbidden" | "insufficient_quota";
      readonly message: string;
      readonly retryAfterSeconds?: number;
    };

export interface ProxyNeeds {
  /** Whose call it is, by its service token. Answers from memory where it can: it is asked on every call. */
  readonly authenticate: (token: string | undefined) => Identity | Promise<Identity>;
  readonly settings: ProxySettingsStore;
  readonly providers: readonly Provider[];
  /** Of the dialects that providers and upstreams name. */
  readonly translators: readonly Translator[];
  readonly egress: Egress;
  readonly recorder: CallRecorder;
  readonly limits?: Partial<ProxyLimits>;
  readonly telemetry: Telemetry;
  /** Unix milliseconds with fractions. */
  readonly now: () => number;
  /** Pass the client's traceparent on to the provider; otherwise it only becomes our span's parent. */
  readonly passTraceContext?: boolean;
}

export interface Proxy {
  /** True where the request is the proxy's, which then answers it; false leaves it untouched. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** From now on new calls are answered 503; resolves when those under way have ended. */
  drain(): Promise<void>;
  /** Ends what is still under way. */
  close(): Promise<void>;
}
