/** What one export request may hold. Bytes of items are counted after decompression. */
export interface OtlpLimits {
  /** As sent, compressed or not; over gRPC, which decompresses before we see it, the other bound holds alone. */
  readonly bodyBytes: number;
  /** After decompression; 64 MiB is what the OTLP specification 1.11 recommends. */
  readonly inflatedBodyBytes: number;
  readonly items: number;
  readonly itemBytes: number;
  /** Attributes of one span, log record, event, link, resource or scope. */
  readonly attributes: number;
  /** Lists and key-value lists inside one another in one value. */
  readonly depth: number;
  /** An item, resource or scope holds at most one attribute, event or link for so many of its bytes. */
  readonly bytesPerPart: number;
}

/**
 * `bytesPerPart`: the smallest real attribute takes 9 bytes on the wire, the smallest real event 11, but empty ones take
 * 2 and become objects of 150. Whoever sends more parts than that sends nothing but objects.
 */
export const defaultLimits: OtlpLimits = {
  bodyBytes: 64 * 1024 * 1024,
  inflatedBodyBytes: 64 * 1024 * 1024,
  items: 50_000,
  itemBytes: 16 * 1024 * 1024,
  attributes: 1000,
  depth: 64,
  bytesPerPart: 7,
};
