import type { IncomingMessage, ServerResponse } from "node:http";
import type { Endpoint } from "../endpoints.ts";
import type { ClientHeaders } from "./headers.ts";
import type { TraceIds } from "./trace-ids.ts";

/** A request of ours, from its headers on. */
export interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly endpoint: Endpoint;
  readonly query: string;
  readonly ids: TraceIds;
  readonly client: ClientHeaders;
  readonly startedAt: number;
  /** Takes memory that is given back when the call ends; false: all of it is taken. */
  readonly hold: (bytes: number) => boolean;
}
