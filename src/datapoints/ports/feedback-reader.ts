import type { ProjectId } from "../../platform/ids.ts";
import type { Datapoint } from "../datapoint.ts";
import type { Feedback } from "../feedback/feedback.ts";

/** Reads feedback from ClickHouse. */
export interface FeedbackReader {
  /** Returns the feedback on a call and on its trace that counts, newest first. */
  feedbackOn(project: ProjectId, datapoint: FeedbackSubject): Promise<readonly Feedback[]>;
  /** Returns the span of the newest stored call that a provider answered with this response id. */
  callOfResponse(
    project: ProjectId,
    responseId: string,
  ): Promise<{ readonly traceId: string; readonly spanId: string } | undefined>;
}

export type FeedbackSubject = Pick<Datapoint, "id" | "traceId" | "responseId" | "startedAt">;
