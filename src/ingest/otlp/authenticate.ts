import type { IncomingHttpHeaders } from "node:http";
import type { ProjectId } from "../../platform/ids.ts";
import type { RejectedRequest } from "../rejected-request.ts";

type Authenticated =
  | { readonly kind: "project"; readonly projectId: ProjectId }
  | { readonly kind: "refused"; readonly status: 401 | 403; readonly message: string };

/** Identifies a request's project from its headers (gRPC metadata has the same shape), before the body is read. */
export type Authenticate = (headers: IncomingHttpHeaders) => Promise<Authenticated>;

/** Records a request that was refused wholly or in part, so that the people who sent it can look it up. */
export type RecordRejected = (
  headers: IncomingHttpHeaders,
  rejected: Pick<RejectedRequest, "route" | "status" | "reason">,
) => void;
