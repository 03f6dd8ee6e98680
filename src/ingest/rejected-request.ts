/** A request to send calls that was not taken, or not all of it. Equal ones are one, counted. */
export interface RejectedRequest {
  /** Unix milliseconds of the last of them. */
  readonly at: number;
  readonly count: number;
  /** Method and path, without a query; of gRPC the service's method. */
  readonly route: string;
  /** Of HTTP, and what answers to it of gRPC; 200 where a part was taken. */
  readonly status: number;
  /** What its sender was told. */
  readonly because: string;
  /** First characters of the token that it came with, as lists of tokens show them. */
  readonly tokenHint?: string;
}

/** What a sender can do where the answer does not say it by itself, as those of the proxy do. */
export function fixOf({ route, status }: Pick<RejectedRequest, "route" | "status">): string | undefined {
  return fixes.get(status) ?? (/traces|logs/i.test(route) ? exportFixes.get(status) : undefined);
}

const fixes: ReadonlyMap<number, string> = new Map([
  [401, "copy a token from Settings ▸ API Token; it is sent in the header api-key"],
  [403, "make a token with the scope ingest under Settings ▸ API Token"],
  [
    429,
    "nothing where it is rare: senders try again; over a quota, send less or have it raised (GAFFE_PROJECT_QUOTAS)",
  ],
  [503, "nothing: senders try again by themselves"],
]);

/** Of OpenTelemetry. */
const exportFixes: ReadonlyMap<number, string> = new Map([
  [200, "the rest of the request was taken; Health tells what each reason means"],
  [400, "look at what encodes the body, or at a proxy on the way"],
  [404, "look at the address that the exporter is given"],
  [408, "look at the network between the sender and here"],
  [413, "send less at once: OTEL_BSP_MAX_EXPORT_BATCH_SIZE"],
  [415, "set OTEL_EXPORTER_OTLP_PROTOCOL to http/protobuf or http/json"],
]);
