import type { AttributeValue, LogRecord } from "../../otlp/index.ts";
import type { NewFeedback } from "../contract/feedback.ts";
import { feedbackEvent, feedbackKeys } from "./feedback.ts";

/** What the feedback is about. The response's id alone is enough: its call may not have been stored yet. */
export type FeedbackTarget =
  | { readonly traceId: string; readonly spanId?: string | undefined }
  | { readonly responseId: string };

/**
 * Converts feedback to the log record that OpenTelemetry's semantic conventions define for evaluation results, so that
 * it is stored, redacted, retained and deleted like any other. `now` is in Unix milliseconds.
 */
export function feedbackRecord(given: NewFeedback, target: FeedbackTarget, now: number): LogRecord {
  const { name, rating, label = rating, comment, userId, at, removed } = given;
  const score = given.score ?? (rating && { up: 1, down: 0 }[rating]);
  const attributes: readonly (readonly [string, AttributeValue | undefined])[] = [
    [feedbackKeys.name, name],
    [feedbackKeys.score, score],
    [feedbackKeys.label, label],
    [feedbackKeys.comment, comment],
    [feedbackKeys.user, userId],
    [feedbackKeys.responseId, "responseId" in target ? target.responseId : undefined],
    [feedbackKeys.removed, removed],
  ];
  return {
    ...("traceId" in target ? { traceId: target.traceId } : {}),
    ...("traceId" in target && target.spanId !== undefined ? { spanId: target.spanId } : {}),
    timeNs: BigInt(at === undefined ? now : Date.parse(at)) * 1_000_000n,
    observedNs: BigInt(now) * 1_000_000n,
    severityNumber: 9,
    eventName: feedbackEvent,
    attributes: new Map(attributes.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]))),
    scope,
    resource,
  };
}

/** Shared, so that the records of a request are written under one of each. */
const scope = { name: "gaffe.api", version: "", attributes: new Map<string, AttributeValue>() };
const resource = new Map<string, AttributeValue>();
