/** Where a request comes from, as far as it can be told. */
export interface Visitor {
  /** Network address of the client. */
  readonly address: string;
  /** What the browser or program calls itself, cut. */
  readonly agent: string;
  /** Somebody at this machine, where the service listens to this machine alone. */
  readonly isLocal: boolean;
  readonly requestId: string;
}
