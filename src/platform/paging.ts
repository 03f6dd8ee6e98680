export interface Page<Item> {
  readonly items: readonly Item[];
  /** Opaque; absent on the last page. */
  readonly nextCursor?: string;
}

export interface Range {
  /** Unix milliseconds, inclusive. */
  readonly from: number;
  /** Unix milliseconds, exclusive. */
  readonly to: number;
}

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string;
}
