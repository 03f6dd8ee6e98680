import type { ErrorType } from "../../datapoints/index.ts";

/** What a fingerprint needs to know of one failed call. */
export interface FailedCall {
  readonly type: ErrorType;
  readonly provider?: string;
  readonly service?: string;
  /** Host of the endpoint; it identifies a server that no provider's name identifies. */
  readonly host?: string;
  /** The tool that failed, or whose call is malformed. */
  readonly tool?: string;
  readonly message?: string;
  readonly code?: string;
  /** HTTP status. */
  readonly status?: number;
  /** Class or type of the error, as the client or the provider spells it. */
  readonly errorClass?: string;
  readonly stack?: string;
}
