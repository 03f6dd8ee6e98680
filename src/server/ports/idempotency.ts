import type { ProjectId } from "../../platform/ids.ts";

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/**
 * Responses to writes that a client may repeat under the same key (draft-ietf-httpapi-idempotency-key-header).
 * Stored for 24 hours.
 */
export interface IdempotencyStore {
  /** Claims the key, or returns its state: still running, used for another request, or completed. */
  claim(claim: {
    readonly projectId: ProjectId;
    readonly key: string;
    readonly requestHash: string;
    readonly at: number;
  }): Promise<"claimed" | "running" | "other_request" | Answer>;
  answer(projectId: ProjectId, key: string, answer: Answer): Promise<void>;
  /** Releases the key of a failed request, so that the client may retry. */
  release(projectId: ProjectId, key: string): Promise<void>;
}
