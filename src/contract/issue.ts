import { z } from "zod";
import { errorTypes } from "../domain/error-types.ts";
import { issueKinds, issueStates } from "../domain/issue.ts";
import { issueChangeKinds } from "../domain/issue-change.ts";
import { evidenceTargets, severities } from "../domain/verdict.ts";
import { Time } from "./common.ts";
import { DatapointRow } from "./datapoint.ts";

export const Issue = z
  .strictObject({
    id: z.string(),
    number: z.int(),
    kind: z.enum(issueKinds),
    title: z.string(),
    state: z.enum(issueStates),
    stateSince: Time,
    severity: z.enum(severities),
    check: z.string(),
    errorType: z.enum(errorTypes).optional(),
    advice: z
      .strictObject({ acts: z.enum(["you", "provider"]), remedy: z.string() })
      .optional()
      .describe("Of an error: who can do something about it, and what"),
    monitorId: z.string(),
    monitorName: z.string().optional().describe("Absent when the monitor was deleted"),
    occurrences: z.int(),
    usersAffected: z.int(),
    sessionsAffected: z.int(),
    firstSeenAt: Time,
    lastSeenAt: Time,
    explanation: z.string(),
    sampleDatapointId: z.string(),
    assignee: z.string().optional(),
    regressed: z.boolean(),
  })
  .meta({ id: "Issue" });
export type Issue = z.infer<typeof Issue>;

const Activity = z.strictObject({
  kind: z.enum(issueChangeKinds),
  actor: z.string(),
  at: Time,
  note: z.string().optional(),
});

export const IssueDetail = Issue.extend({ activity: z.array(Activity) }).meta({ id: "IssueDetail" });

/** What a person does to an issue. An empty assignee takes the assignment back. */
export const IssueRequest = z
  .strictObject({
    state: z.enum(issueStates).optional(),
    assignee: z.string().max(200).optional(),
    note: z.string().max(5000).optional(),
  })
  .meta({ id: "IssueRequest" });

export const Occurrence = z
  .strictObject({
    datapoint: DatapointRow,
    explanation: z.string(),
    evidence: z.array(
      z.strictObject({ target: z.enum(evidenceTargets), start: z.int(), end: z.int(), text: z.string() }),
    ),
    at: Time,
  })
  .meta({ id: "Occurrence" });
