import type { IncomingHttpHeaders } from "node:http";
import type { ProjectId } from "../../platform/ids.ts";
import type { RejectedRequest } from "../rejected-request.ts";

type Authenticated =
  | { readonly kind: "project"; readonly projectId: ProjectId }
  | { readonly kind: "refused"; readonly status: 401 | 403; readonly message: string };

/** Whose data a request brings, from its headers (gRPC metadata has the same shape); asked before a body is read. */
export type Authenticate = (headers: IncomingHttpHeaders) => Promise<Authenticated>;

/** Told of every request that was not taken, or not all of it, so that its sender's people can look it up. */
export type NoteRejected = (
  headers: IncomingHttpHeaders,
  rejected: Pick<RejectedRequest, "route" | "status" | "because">,
) => void;
