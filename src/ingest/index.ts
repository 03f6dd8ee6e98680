export type { RejectedRequest } from "./rejected-request.ts";
export type { RejectedRequests } from "./rejected-requests.ts";
