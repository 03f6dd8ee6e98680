import { z } from "zod";
import { type Admission, encodeLogs } from "../../otlp/index.ts";
import { digest } from "../../platform/crypto/digest.ts";
import { asDatapointId, type ProjectId } from "../../platform/ids.ts";
import { defineRoute, notFound } from "../../server/service.ts";
import { FeedbackAccepted, NewFeedback } from "../contract/feedback.ts";
import { type FeedbackTarget, feedbackRecord } from "../feedback/feedback-record.ts";
import type { DatapointReader } from "../ports/datapoint-reader.ts";
import type { FeedbackReader } from "../ports/feedback-reader.ts";

interface FeedbackRouteDependencies {
  readonly datapoints: Pick<DatapointReader, "get">;
  readonly feedback: FeedbackReader;
  readonly admission: Admission;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Accepts feedback, which goes through the pipeline as a log record of its call. */
export function feedbackRoutes({ datapoints, feedback, admission, now }: FeedbackRouteDependencies) {
  return [
    defineRoute({
      method: "POST",
      path: "/feedback",
      scope: "ingest",
      tag: "datapoints",
      summary:
        "Send feedback on a model call by the id of its datapoint, span, trace or response; it is durable when this is answered, and shown shortly afterwards",
      body: z.union([NewFeedback, z.array(NewFeedback).min(1).max(1000)]),
      answers: { 202: FeedbackAccepted },
      async handle({ principal: { projectId }, body }) {
        const receivedAt = now();
        const given = Array.isArray(body) ? body : [body];
        const targets = await Promise.all(given.map((one) => targetOf(projectId, one)));
        const records = given.flatMap((one, index) => {
          const target = targets[index];
          return target ? [feedbackRecord(one, target, receivedAt)] : [];
        });
        const bytes = encodeLogs(records);
        await admission.admit({
          projectId,
          source: "api",
          signal: "logs",
          receivedAt,
          traceIds: records.map(({ traceId = "" }) => traceId),
          bodyHash: digest("feedback", projectId, bytes.toString("latin1")),
          bytes,
        });
        return { status: 202, body: { accepted: records.length } };
      },
    }),
  ];

  /** A response whose call is stored becomes its span, so that the feedback is deleted with the call. */
  async function targetOf(project: ProjectId, one: NewFeedback): Promise<FeedbackTarget> {
    const { datapointId, traceId, spanId, responseId } = one;
    if (traceId !== undefined) return { traceId, spanId };
    if (datapointId !== undefined) {
      const stored = await datapoints.get(project, asDatapointId(datapointId));
      if (!stored) throw notFound("datapoint");
      return { traceId: stored.datapoint.traceId, spanId: stored.datapoint.spanId };
    }
    const response = responseId ?? "";
    return (await feedback.callOfResponse(project, response)) ?? { responseId: response };
  }
}
