/**
 * How the provider's key is sent. The client sends it as `Authorization: Bearer`; `header` forwards it under
 * another name.
 */
export type UpstreamAuth =
  | { readonly kind: "bearer" }
  | { readonly kind: "header"; readonly header: string }
  /** No key is expected: an Authorization header isn't forwarded. */
  | { readonly kind: "none" };

/** A provider's own API that chat requests are translated to. Absent for OpenAI-compatible APIs. */
export type Dialect = (typeof dialects)[number];
export const dialects = ["anthropic", "gemini", "bedrock"] as const;

/** One row of the provider table. */
export interface Provider {
  readonly id: string;
  readonly auth: UpstreamAuth;
  /** Its chat streams accept `stream_options.include_usage` and send a separate usage event. */
  readonly streamUsage?: boolean;
  /** Absent where the address belongs to the customer (a resource, a region), who registers an upstream. */
  readonly baseUrl?: string;
  /** The address pattern of such an upstream, with `{…}` for the customer's part. */
  readonly baseUrlPattern?: string;
  /** `gen_ai.provider.name` of the OpenTelemetry GenAI conventions, or the id where they define none. */
  readonly name: string;
  /** The address for translated chat requests; all other requests go to `baseUrl` unchanged. */
  readonly native?: { readonly dialect: Dialect; readonly baseUrl: string };
  /** Model names without a provider prefix that belong only to this provider. */
  readonly models?: RegExp;
}
