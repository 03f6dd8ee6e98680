import type { Json } from "../../platform/json/json.ts";
import type { Medium } from "../assembly/recognition.ts";
import type { Flag } from "../datapoint.ts";

/** Output of a reader in addition to its return value: flags for the datapoint, and media moved out of messages. */
export interface Notes {
  readonly flags: Set<Flag>;
  /** By sha256. */
  readonly media: Map<string, Medium>;
  /** Cache of long parsed JSON texts, because several readers read the same attribute. */
  readonly parsed: Map<string, Json>;
}

export const newNotes = (): Notes => ({ flags: new Set(), media: new Map(), parsed: new Map() });
