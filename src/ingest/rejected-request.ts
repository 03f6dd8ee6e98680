/** A request to record calls that was refused wholly or in part. Equal requests are merged and counted. */
export interface RejectedRequest {
  /** Unix milliseconds of the most recent one. */
  readonly at: number;
  readonly count: number;
  /** Method and path without the query; for gRPC, the service's method. */
  readonly route: string;
  /** The HTTP status, or the one that corresponds to the gRPC status; 200 if part of the request was accepted. */
  readonly status: number;
  /** The message that the client received. */
  readonly reason: string;
  /** First characters of its token, as shown in lists of tokens. */
  readonly tokenHint?: string;
}

/** Returns what the client can do, where the response does not say so itself as the proxy's responses do. */
export function fixOf({ route, status }: Pick<RejectedRequest, "route" | "status">): string | undefined {
  return fixes.get(status) ?? (/traces|logs/i.test(route) ? exportFixes.get(status) : undefined);
}

const fixes: ReadonlyMap<number, string> = new Map([
  [401, "copy a token from Settings ▸ API Token; it is sent in the header api-key"],
  [403, "make a token with the scope ingest under Settings ▸ API Token"],
  [
    429,
    "nothing if it is rare: clients retry; over a quota, send less or have the quota raised (GAFFE_PROJECT_QUOTAS)",
  ],
  [503, "nothing: clients retry automatically"],
]);

/** Fixes for OpenTelemetry exporters. */
const exportFixes: ReadonlyMap<number, string> = new Map([
  [200, "the rest of the request was accepted; the Health page explains each reason"],
  [400, "check what encodes the body, or a proxy in between"],
  [404, "check the address in the exporter's configuration"],
  [408, "check the network between the exporter and Gaffe"],
  [413, "send smaller batches: lower OTEL_BSP_MAX_EXPORT_BATCH_SIZE"],
  [415, "set OTEL_EXPORTER_OTLP_PROTOCOL to http/protobuf or http/json"],
]);
