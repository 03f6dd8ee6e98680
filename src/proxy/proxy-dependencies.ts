import type { IncomingMessage, ServerResponse } from "node:http";
import type { Translator } from "../../packages/genai-wire/src/ports/translator.ts";
import type { RejectedRequest } from "../ingest/index.ts";
import type { BodyPace } from "../platform/http/body-deadline.ts";
import type { ProjectId } from "../platform/ids.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { Provider, ProxySettingsStore } from "../providers/index.ts";
import type { ClientRequest } from "../server/index.ts";
import type { CallRecorder } from "./call.ts";
import type { Egress } from "./relay/egress.ts";

export interface ProxyLimits {
  /** Larger requests are refused with 413. */
  readonly maxBodyBytes: number;
  /** Total bytes of buffered request bodies, over all calls; beyond, calls are refused with 503. */
  readonly maxBufferedBytes: number;
  /** Larger requests are not recorded, because a partial body cannot be parsed. */
  readonly maxRecordedRequestBytes: number;
  /** Max bytes of one response that are recorded. */
  readonly maxRecordedResponseBytes: number;
  /** Max bytes that all responses in progress retain together. */
  readonly maxRecordedBytesInFlight: number;
  readonly firstByteTimeoutMs: number;
  readonly idleTimeoutMs: number;
  /** A request that arrives more slowly is ended with 408. */
  readonly bodyPace: BodyPace;
}

export const defaultLimits: ProxyLimits = {
  maxBodyBytes: 64 * 2 ** 20,
  maxBufferedBytes: 512 * 2 ** 20,
  // The limit of a span received over OTLP.
  maxRecordedRequestBytes: 16 * 2 ** 20,
  maxRecordedResponseBytes: 4 * 2 ** 20,
  maxRecordedBytesInFlight: 128 * 2 ** 20,
  firstByteTimeoutMs: 15 * 60_000,
  idleTimeoutMs: 5 * 60_000,
  bodyPace: { timeoutMs: 30_000, bytesPerSecond: 1024 },
};

export type Identity =
  | { readonly kind: "caller"; readonly projectId: ProjectId }
  | {
      readonly kind: "refused";
      readonly code: "missing_service_key" | "invalid_service_key" | "forbidden" | "too_many_unknown_keys";
      readonly message: string;
      readonly retryAfterSeconds?: number;
    };

export interface ProxyDependencies {
  /** Identifies the caller by its service token. Called on every call, so it uses a cache where possible. */
  readonly authenticate: (token: string | undefined, request: ClientRequest) => Identity | Promise<Identity>;
  readonly settings: ProxySettingsStore;
  readonly providers: readonly Provider[];
  /** Translators for the dialects of providers and upstreams. */
  readonly translators: readonly Translator[];
  readonly egress: Egress;
  readonly recorder: CallRecorder;
  /** Records a call that the proxy refused, with its service token. */
  readonly recordRejected?: (
    sender: { readonly token: string | undefined; readonly request: ClientRequest },
    rejected: Pick<RejectedRequest, "route" | "status" | "reason">,
  ) => void;
  readonly limits?: Partial<ProxyLimits>;
  readonly telemetry: Telemetry;
  /** Unix milliseconds with fractions. */
  readonly now: () => number;
  /** Forwards the client's traceparent to the provider; otherwise it only becomes the parent of Gaffe's span. */
  readonly passTraceContext?: boolean;
  /** `service.name` for calls without their own. */
  readonly serviceName?: string | undefined;
}

export interface Proxy {
  /** Handles a request of the proxy and returns true, or returns false and leaves it untouched. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => boolean;
  /**
   * Refuses new calls with 503 and resolves when those in progress have ended. After `graceMs`, the remaining ones
   * are ended with an error to the client.
   */
  drain(graceMs: number): Promise<void>;
  /** Ends the calls in progress. */
  close(): Promise<void>;
}
