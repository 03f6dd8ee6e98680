import type { IncomingMessage, ServerResponse } from "node:http";
import type { Endpoint } from "../endpoints.ts";
import type { ClientHeaders } from "./headers.ts";
import type { TraceIds } from "./trace-ids.ts";

/** A request to the proxy whose headers were read. */
export interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly endpoint: Endpoint;
  readonly query: string;
  readonly ids: TraceIds;
  readonly client: ClientHeaders;
  readonly startedAt: number;
  /** Reserves memory that is released when the call ends; returns false when none is left. */
  readonly hold: (bytes: number) => boolean;
}
