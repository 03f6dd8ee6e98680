import type { IncomingHttpHeaders } from "node:http";
import type { Principal } from "./access.ts";

interface IdentifiedRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The request comes from this machine, and the service listens on loopback only. */
  readonly isLocal: boolean;
}

/**
 * Identifies the client of a request. Returns undefined without any credential; throws Failure("caller") for a wrong token, a
 * foreign page or a foreign project.
 */
export type Identify = (request: IdentifiedRequest) => Promise<Principal | undefined>;
