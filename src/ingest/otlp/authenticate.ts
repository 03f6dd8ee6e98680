import type { ProjectId } from "../../platform/ids.ts";
import type { ClientRequest } from "../../server/index.ts";
import type { RejectedRequest } from "../rejected-request.ts";
import { type RpcCode, rpcCodes } from "./answers.ts";

export type Authenticated =
  | { readonly kind: "project"; readonly projectId: ProjectId }
  | {
      readonly kind: "refused";
      readonly status: 401 | 403 | 429;
      readonly message: string;
      readonly retryAfterSeconds?: number;
    };

/** Identifies a request's project by its headers (gRPC metadata are headers as well), before the body is read. */
export type Authenticate = (request: ClientRequest) => Promise<Authenticated>;

/** Returns why a project must send later, whatever it sends; undefined within its quota. */
export type OverQuota = (
  project: ProjectId,
) => { readonly message: string; readonly retryAfterSeconds: number } | undefined;

/** Records a request that was refused wholly or in part, so that the people who sent it can look it up. */
export type RecordRejected = (
  request: ClientRequest,
  rejected: Pick<RejectedRequest, "route" | "status" | "reason">,
) => void;

/** Returns the gRPC code of a refused authentication. */
export function refusalCode({ status }: Authenticated & { readonly kind: "refused" }): RpcCode {
  switch (status) {
    case 401:
      return rpcCodes.unauthenticated;
    case 403:
      return rpcCodes.permissionDenied;
    default:
      return rpcCodes.resourceExhausted;
  }
}
