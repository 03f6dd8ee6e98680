import { z } from "zod";
import { Time } from "../../server/service.ts";
import { deletionKinds, deletionStates } from "../deletion.ts";

export const NewDeletion = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("datapoint"), value: z.string().min(1).max(200).describe("Id of the datapoint") }),
    z.strictObject({
      kind: z.literal("session"),
      value: z.string().min(1).max(1000).describe("Id of the session: every trace with a call of it"),
    }),
    z.strictObject({
      kind: z.literal("user"),
      value: z
        .string()
        .min(1)
        .max(1000)
        .describe("User id as sent in telemetry: deletes every trace with a call of this user"),
    }),
    z.strictObject({
      kind: z.literal("project"),
      value: z.string().min(1).max(200).describe("Name of the project, to be sure: all data it holds now"),
    }),
  ])
  .meta({ id: "NewDeletion" });

/** A deletion request and the record of what it deleted. */
export const Deletion = z
  .strictObject({
    id: z.string(),
    kind: z.enum(deletionKinds),
    value: z.string().optional().describe("Left out once it is deleted: it may be personal data itself"),
    state: z.enum(deletionStates),
    requestedBy: z.string(),
    requestedAt: Time,
    finishedAt: Time.optional(),
    problem: z.string().optional().describe("Why the last attempt failed; Gaffe retries"),
    deleted: z.strictObject({
      traces: z.int(),
      datapoints: z.int(),
      spans: z.int(),
      logRecords: z.int(),
      verdicts: z.int(),
      findings: z.int(),
      media: z.int(),
      issues: z.int().describe("Issues that an occurrence was taken out of"),
      deadLetters: z.int(),
      scenarioSets: z.int(),
      models: z.int(),
      testRuns: z.int(),
      runResults: z.int().describe("Results of test runs whose datapoint was deleted"),
    }),
  })
  .meta({ id: "Deletion" });
