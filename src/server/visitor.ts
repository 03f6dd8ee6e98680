import type { Client } from "./client.ts";

/** The origin of a request. */
export interface Visitor extends Client {
  /** User-Agent header, truncated. */
  readonly agent: string;
  readonly requestId: string;
}
