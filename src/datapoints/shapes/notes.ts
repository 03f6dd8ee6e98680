import type { Medium } from "../assembly/recognition.ts";
import type { Flag, Json } from "../datapoint.ts";

/** What a reader learns beside the values it returns: flags for the datapoint, and media moved out of messages. */
export interface Notes {
  readonly flags: Set<Flag>;
  /** By sha256. */
  readonly media: Map<string, Medium>;
  /** Long JSON texts that were read already: several shapes look at the same attribute. */
  readonly parsed: Map<string, Json>;
}

export const newNotes = (): Notes => ({ flags: new Set(), media: new Map(), parsed: new Map() });
