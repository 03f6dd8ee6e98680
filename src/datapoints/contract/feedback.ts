import { z } from "zod";
import { Time } from "../../server/service.ts";
import { defaultFeedbackName, ratings } from "../feedback/feedback.ts";
import { hexOf } from "./hex.ts";

const name = z.string().min(1).max(200);
const given = {
  score: z.number().optional().describe("From 0 to 1 it is also a rating: up from 0.5 on"),
  label: z.string().min(1).max(200).optional().describe("A word for the score, such as correct or off_topic"),
  comment: z.string().min(1).max(10_000).optional(),
  userId: z.string().min(1).max(500).optional().describe("Who gave it, mostly an end user of your application"),
};

export const Feedback = z
  .strictObject({
    name: z.string(),
    rating: z.enum(ratings).describe("other: neither label nor score says whether it is good or bad"),
    ...given,
    at: Time,
    isOfTrace: z.boolean().optional().describe("It was given for the whole trace, not for this call"),
  })
  .meta({ id: "Feedback" });

/** Feedback as an application sends it. */
export const NewFeedback = z
  .strictObject({
    datapointId: z.string().max(200).optional(),
    traceId: hexOf(32).optional().describe("Without spanId: feedback on all calls of the trace"),
    spanId: hexOf(16).optional(),
    responseId: z.string().min(1).max(500).optional().describe("Id of the response, as the provider gave it"),
    name: name.default(defaultFeedbackName).describe("What is rated: of the same name and userId, the newest counts"),
    rating: z.enum(["up", "down"]).optional().describe("Short for the score 1 or 0 with that label"),
    ...given,
    removed: z.literal(true).optional().describe("Takes back what the same userId gave under this name"),
    at: z.iso.datetime({ offset: true }).optional().describe("Default: when it was received"),
  })
  .superRefine((value, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    const { datapointId, traceId, responseId, spanId, rating, score, label, comment, removed } = value;
    const targets = [datapointId, traceId, responseId].filter((target) => target !== undefined);
    if (targets.length !== 1) issue("datapointId", "give one of datapointId, traceId and responseId");
    if (spanId !== undefined && traceId === undefined) issue("spanId", "a spanId needs its traceId");
    if (rating !== undefined && (score !== undefined || label !== undefined))
      issue("rating", "give either a rating, or a score and a label");
    const opinions = [rating, score, label, comment].filter((opinion) => opinion !== undefined);
    if (removed === true ? opinions.length > 0 : opinions.length === 0)
      issue("rating", "give a rating, a score, a label or a comment; or removed alone");
  })
  .meta({ id: "NewFeedback" });
export type NewFeedback = z.output<typeof NewFeedback>;

export const FeedbackAccepted = z.strictObject({ accepted: z.int().describe("Number of feedback items") });
