import type { Flag } from "../datapoint.ts";

/** Binary content found inside a message, named by what it is. */
export interface MediaBlob {
  /** Lower-case hex of the content's SHA-256. */
  readonly sha256: string;
  readonly mediaType?: string;
  readonly bytes: Uint8Array;
}

/** What a reader learns beside the values it returns: flags for the datapoint, and media moved out of messages. */
export interface Notes {
  readonly flags: Set<Flag>;
  /** By sha256. */
  readonly media: Map<string, MediaBlob>;
}

export const newNotes = (): Notes => ({ flags: new Set(), media: new Map() });
