/** The origin of a request. */
export interface Visitor {
  /** Network address of the client. */
  readonly address: string;
  /** User-Agent header, truncated. */
  readonly agent: string;
  /** The client is on this machine, and the service listens on loopback only. */
  readonly isLocal: boolean;
  readonly requestId: string;
}
