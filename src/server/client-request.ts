import type { IncomingHttpHeaders } from "node:http";

/** The part of a request that is known before its body is read. */
export interface ClientRequest {
  readonly headers: IncomingHttpHeaders;
  readonly httpVersion: string;
  readonly socket: { readonly remoteAddress?: string | undefined };
}
