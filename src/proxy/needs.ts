import type { IncomingMessage, ServerResponse } from "node:http";
import type { Translator } from "../../packages/genai-wire/src/ports/translator.ts";
import type { RejectedRequest } from "../ingest/rejected-request.ts";
import type { ProjectId } from "../platform/ids.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { ProxySettingsStore } from "../providers/ports/proxy-settings.ts";
import type { Provider } from "../providers/upstream.ts";
import type { CallRecorder } from "./call.ts";
import type { Egress } from "./relay/egress.ts";

export interface ProxyLimits {
  /** Larger requests are answered 413. */
  readonly maxBodyBytes: number;
  /** Bytes of request bodies held at one time, over all calls; beyond, 503. */
  readonly maxHeldBytes: number;
  /** A request of more bytes is not kept for the record: half of it could not be read. */
  readonly keepRequestBytes: number;
  /** Bytes of one answer that are kept for the record. */
  readonly keepBytes: number;
  /** Bytes that all answers under way keep together. */
  readonly maxKeptBytes: number;
  readonly firstByteTimeoutMs: number;
  readonly idleTimeoutMs: number;
}

export const defaultLimits: ProxyLimits = {
  maxBodyBytes: 64 * 2 ** 20,
  maxHeldBytes: 512 * 2 ** 20,
  // As much as a span may have that comes over OTLP.
  keepRequestBytes: 16 * 2 ** 20,
  keepBytes: 4 * 2 ** 20,
  maxKeptBytes: 128 * 2 ** 20,
  firstByteTimeoutMs: 15 * 60_000,
  idleTimeoutMs: 5 * 60_000,
};

export type Identity =
  | { readonly kind: "caller"; readonly projectId: ProjectId }
  | {
      readonly kind: "refused";
      readonly code: "missing_service_key" | "invalid_service_key" | "forbidden";
      readonly message: string;
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
  /** Told of every call that the proxy answered itself, with the service token that it came with. */
  readonly noteRejected?: (
    token: string | undefined,
    rejected: Pick<RejectedRequest, "route" | "status" | "because">,
  ) => void;
  readonly limits?: Partial<ProxyLimits>;
  readonly telemetry: Telemetry;
  /** Unix milliseconds with fractions. */
  readonly now: () => number;
  /** Pass the client's traceparent on to the provider; otherwise it only becomes our span's parent. */
  readonly passTraceContext?: boolean;
  /** `service.name` of calls that do not say theirs. */
  readonly serviceName?: string | undefined;
}

export interface Proxy {
  /** True where the request is the proxy's, which then answers it; false leaves it untouched. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => boolean;
  /**
   * From now on new calls are answered 503; resolves when those under way have ended. What has not after `graceMs` is
   * ended, with a word to its client.
   */
  drain(graceMs: number): Promise<void>;
  /** Ends what is still under way. */
  close(): Promise<void>;
}
