/** Limits of one export request. Item bytes are counted after decompression. */
export interface OtlpLimits {
  /** As sent. To uncompressed messages over gRPC only the other limit applies. */
  readonly bodyBytes: number;
  /** After decompression; 64 MiB is what the OTLP specification 1.11 recommends. */
  readonly inflatedBodyBytes: number;
  readonly items: number;
  readonly itemBytes: number;
  /** Attributes of one span, log record, event, link, resource or scope. */
  readonly attributes: number;
  /** Nesting depth of lists and key-value lists in one value. */
  readonly depth: number;
  /** Bytes that an item, resource or scope must have per attribute, event or link. */
  readonly bytesPerPart: number;
}

/**
 * `bytesPerPart`: the smallest real attribute takes 9 bytes on the wire, the smallest real event 11, but empty
 * ones take 2 and become objects of 150 bytes. A request with more parts than that contains only empty ones.
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
