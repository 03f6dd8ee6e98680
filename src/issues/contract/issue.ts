import { z } from "zod";
import { errorTypes } from "../../datapoints/index.ts";
import { DatapointRowJson as DatapointRow, evidenceTargets, issueKinds, severities } from "../../datapoints/service.ts";
import { HttpUrl, Id, Moment, Time } from "../../server/service.ts";
import { issueChangeKinds } from "../issue-change.ts";
import { issueStates } from "../issue-state.ts";

export const Issue = z
  .strictObject({
    id: z.string(),
    number: z.int(),
    kind: z.enum(issueKinds),
    title: z.string(),
    subtitle: z.string().optional().describe("Service, release and an example of its newest call"),
    phrases: z
      .array(z.string())
      .optional()
      .describe("Of an issue of one topic: the phrases that tell its requests from those of other issues"),
    state: z.enum(issueStates),
    stateSince: Time,
    severity: z.enum(severities),
    check: z
      .string()
      .describe(
        "Of a behavioral issue, its check; of an error, the check whose finding opened it: others may share its cause",
      ),
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
    retried: z.int().describe("Occurrences that were retries of the same call, as far as sources report it"),
    mostRetries: z.int().describe("The largest number of attempts before one of its occurrences"),
    firstSeenAt: Time,
    lastSeenAt: Time,
    explanation: z.string(),
    sampleDatapointId: z.string(),
    assignee: z.string().optional(),
    regressed: z.boolean(),
    firstRelease: z.string().optional().describe("Release of its earliest call that names one"),
    resolution: z
      .enum(["now", "next_release", "corrected"])
      .optional()
      .describe("While it is resolved: what brings it back. `corrected`: later spans took back its last occurrence"),
    ignoredUntil: Time.optional(),
    ignoredUntilOccurrences: z.int().optional().describe("Total number of occurrences at which it opens again"),
    resolvesAfterRunOf: z.string().optional().describe("Scenario set whose next good test run resolves it"),
    spikingSince: Time.optional().describe("It comes far more often than before"),
    trend: z.array(z.int()).optional().describe("Occurrences in each of the last 24 hours, oldest first"),
  })
  .meta({ id: "Issue" });
export type Issue = z.infer<typeof Issue>;

const Activity = z.strictObject({
  kind: z.enum(issueChangeKinds),
  actor: z.string(),
  at: Time,
  note: z.string().optional(),
});

export const IssueDetail = Issue.extend({
  activity: z.array(Activity),
  merged: z
    .array(z.strictObject({ id: z.string(), number: z.int(), title: z.string(), check: z.string() }))
    .describe("Issues that people made one with this"),
  links: z.array(z.string()).describe("Links that people attached"),
  facets: z
    .array(
      z.strictObject({
        field: z.string().describe("model, service, release, env or provider"),
        value: z.string(),
        count: z.int().describe("Calls among the newest 50,000 of the issue"),
        query: z.string().describe("Finds the datapoints that carry it"),
      }),
    )
    .describe("Where its calls happen: the ten most frequent values of each field, most frequent first"),
}).meta({ id: "IssueDetail" });
export type IssueDetail = z.infer<typeof IssueDetail>;

/** A person's change of an issue. An empty assignee removes the assignment. */
export const IssueRequest = z
  .strictObject({
    state: z.enum(issueStates).optional(),
    resolution: z
      .enum(["now", "next_release"])
      .optional()
      .describe("With the state `resolved`: what brings it back, any later call or one of a later release"),
    ignoreUntil: Moment.optional().describe("With the state `ignored`: open again from then on"),
    ignoreOccurrences: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .describe("With the state `ignored`: opens again after this many further occurrences"),
    assignee: z.string().max(200).optional(),
    note: z.string().max(5000).optional(),
    link: HttpUrl.optional().describe("URL of a pull request, a commit or an external issue to attach"),
    unlink: z.string().max(2000).optional().describe("One of its links, taken away"),
    resolveAfterRunOf: z
      .string()
      .max(100)
      .optional()
      .describe(
        "Id or name of a scenario set: the next test run over it that passes the issue's check resolves it. Empty: none",
      ),
  })
  .meta({ id: "IssueRequest" });

/** The same change of several issues. Impossible changes are reported per issue; the others are made. */
export const IssuesRequest = IssueRequest.extend({
  issues: z.array(Id).min(1).max(500).describe("Ids or numbers"),
}).meta({ id: "IssuesRequest" });

export const IssuesChanged = z
  .strictObject({
    items: z.array(
      z.strictObject({
        id: z.string(),
        number: z.int(),
        state: z.enum(issueStates).describe("Current state of the issue"),
        outcome: z.enum(["changed", "unchanged", "refused"]),
        reason: z.string().optional().describe("Why it was refused"),
      }),
    ),
  })
  .meta({ id: "IssuesChanged" });
export type IssuesChanged = z.infer<typeof IssuesChanged>;

export const MergeRequest = z
  .strictObject({ issues: z.array(Id).min(1).max(50).describe("Ids or numbers of what becomes part of this issue") })
  .meta({ id: "MergeRequest" });

export const SplitRequest = z
  .strictObject({ issue: Id.describe("Ids or numbers of the merged issues") })
  .meta({ id: "SplitRequest" });

export const IssueTrend = z
  .strictObject({
    from: Time,
    stepMs: z.int(),
    counts: z.array(z.int()).describe("Occurrences in each step, oldest first"),
  })
  .meta({ id: "IssueTrend" });

export const Differences = z
  .strictObject({
    from: Time,
    to: Time,
    occurrences: z.int().describe("Occurrences among the newest datapoints that were looked at"),
    others: z.int().describe("Other datapoints of the same monitor among them"),
    compared: z.int().describe("Values that were compared"),
    method: z.string(),
    values: z.array(
      z.strictObject({
        field: z.string().describe("A field of the query language"),
        value: z.string(),
        query: z.string().describe("Finds the datapoints that carry it"),
        share: z.number().describe("Of the occurrences"),
        otherShare: z.number(),
        inside: z.int(),
        outside: z.int(),
        pValue: z.number().describe("Adjusted for the number of values compared"),
      }),
    ),
  })
  .meta({ id: "Differences" });
export type Differences = z.infer<typeof Differences>;

export const SimilarIssues = z
  .strictObject({
    items: z.array(
      z.strictObject({
        issue: Issue,
        score: z.number().describe("From 0 to 1"),
        reasons: z.array(z.string()).describe("What the two share, in words"),
      }),
    ),
  })
  .meta({ id: "SimilarIssues" });

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
