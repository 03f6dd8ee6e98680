import type { IncomingHttpHeaders } from "node:http";
import type { Principal } from "./access.ts";
import type { Client } from "./client.ts";

interface IdentifiedRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly client: Client;
}

/**
 * Identifies the client of a request. Returns undefined without any credential; throws Failure("caller") for a wrong token, a
 * foreign page or a foreign project.
 */
export type Identify = (request: IdentifiedRequest) => Promise<Principal | undefined>;
