import { z } from "zod";
import { Options } from "../../checks/service.ts";
import type { VerdictState } from "../../datapoints/index.ts";
import { DatapointRowJson as DatapointRow, issueKinds, severities, verdictStates } from "../../datapoints/service.ts";
import { clockTimePattern, isTimeZone } from "../../platform/text/local-time.ts";
import { QueryText, Time } from "../../server/service.ts";
import { cadences, groupingFields } from "../monitor.ts";
import { monitorHealthStates } from "../monitor-health.ts";
import { notifiableChanges } from "../notifiable-change.ts";

const MonitorCheck = z.strictObject({
  check: z.string().min(1).max(200),
  options: Options.default({}),
  severity: z.enum(severities).optional(),
});

const ClockTime = z.string().regex(clockTimePattern, "must be HH:MM, such as 09:00");

const Preference = z.strictObject({
  channel: z
    .string()
    .min(1)
    .max(100)
    .describe("Id of a channel; `email` is the built-in email channel, `none` sends nothing"),
  on: z.array(z.enum(issueKinds)).min(1).max(2),
  changes: z
    .array(z.enum(notifiableChanges))
    .min(1)
    .max(notifiableChanges.length)
    .optional()
    .describe("Default: all of them"),
  minSeverity: z.enum(severities).optional(),
  maxSeverity: z.enum(severities).optional(),
  cadence: z.enum(cadences),
  dailyAt: ClockTime.optional().describe("When a daily digest is sent. Default: 09:00"),
  quietHours: z.strictObject({ from: ClockTime, to: ClockTime }).optional(),
  timeZone: z.string().max(100).refine(isTimeZone, "is not an IANA time zone").optional().describe("Default: UTC"),
});

const minutes = z.int().min(1).max(10_080);

const Threshold = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("count"),
      findings: z.int().min(2).max(100_000),
      withinMinutes: minutes,
    }),
    z.strictObject({
      kind: z.literal("rate"),
      share: z.number().gt(0).max(1),
      withinMinutes: minutes,
      minDatapoints: z.int().min(1).max(1_000_000).default(20),
    }),
  ])
  .describe("When findings open an issue or bring a resolved one back. Without it, every finding does");

const DailyLimits = z
  .strictObject({
    datapoints: z.int().min(1).max(100_000_000).optional(),
    judgeUsd: z.number().positive().max(1_000_000).optional(),
  })
  .describe("How far it goes in one day (UTC); over it, checks are skipped with the reason");

const groupedBy = z.array(z.enum(groupingFields)).max(groupingFields.length).default([]);

const GroupingRule = z
  .strictObject({
    by: groupedBy.describe("One issue for each value of these fields, for all issues of the monitor"),
    topics: z
      .boolean()
      .exactOptional()
      .describe(
        "One issue for each topic of the requests, for findings of behavior. Default: where it makes sense for the check and the monitor has no threshold",
      ),
    issues: z
      .array(z.strictObject({ issue: z.string().min(1).max(100).describe("Id of an issue"), by: groupedBy }))
      .max(500)
      .default([])
      .describe("The same for single issues"),
  })
  .describe(
    "How findings are grouped beyond their cause. Applies to new findings; POST /issues/group-by moves earlier ones",
  );

const perMinute = z.int().min(1).max(1_000_000);

const rules = {
  maxPerMinute: perMinute
    .optional()
    .describe("Maximum number of sampled datapoints checked per minute; the checks of the others are skipped"),
  threshold: Threshold.optional(),
  cooldownMinutes: minutes
    .optional()
    .describe("After a message about this monitor, what follows within so long waits and comes together"),
  dailyLimits: DailyLimits.optional(),
  grouping: GroupingRule.optional(),
  noDataAfterMinutes: minutes
    .optional()
    .describe("Minutes without a match after which the monitor sends a notification. Default: one day"),
};

const checks = z.array(MonitorCheck).max(100);

const fields = {
  name: z.string().trim().min(1).max(200),
  description: z.string().max(2000).optional(),
  enabled: z.boolean(),
  condition: QueryText.describe("A query; an empty one matches every datapoint"),
  sampleRate: z.number().min(0).max(1).describe("Share of matching datapoints that is checked"),
  checks: checks.min(1),
  notifications: z.array(Preference).max(50),
  ...rules,
};

export const Monitor = z
  .strictObject({
    id: z.string(),
    ...fields,
    checks: z.array(z.strictObject({ ...MonitorCheck.shape, options: z.record(z.string(), z.unknown()) })),
    revision: z.int(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: "Monitor" });

export const NewMonitor = z
  .strictObject({
    ...fields,
    enabled: fields.enabled.default(true),
    sampleRate: fields.sampleRate.default(1),
    notifications: fields.notifications.default([]),
  })
  .meta({ id: "NewMonitor" });
export type NewMonitor = z.output<typeof NewMonitor>;

/** Omitted fields stay unchanged; null removes a rule. `revision`, if given, must be the current one. */
export const MonitorChange = z
  .strictObject({
    ...fields,
    maxPerMinute: perMinute.nullable(),
    threshold: Threshold.nullable(),
    cooldownMinutes: minutes.nullable(),
    dailyLimits: DailyLimits.nullable(),
    grouping: GroupingRule.nullable(),
    noDataAfterMinutes: minutes.nullable(),
    revision: z.int(),
  })
  .partial()
  .meta({ id: "MonitorChange" });
export type MonitorChange = z.output<typeof MonitorChange>;

const UnmadeVerdicts = z
  .array(z.strictObject({ check: z.string(), reason: z.string(), count: z.int() }))
  .describe("Why verdicts were not made: the most frequent reasons, at most five");

export const MonitorStatus = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    state: z.enum(monitorHealthStates),
    reason: z.string().describe("In a sentence"),
    lastMatchedAt: Time.optional().describe("Within 30 days"),
    lastEvaluatedAt: Time.optional().describe("When its newest verdict of the last day was made"),
    datapoints: z.int().describe("That it matched in the last day"),
    overLimit: z.int().describe("More that matched in the last day and were over its limit a minute: not checked"),
    verdicts: z.strictObject(
      Object.fromEntries(verdictStates.map((state) => [state, z.int()])) as Record<VerdictState, z.ZodInt>,
    ),
    broken: UnmadeVerdicts,
    skipped: UnmadeVerdicts,
    queue: z.strictObject({ waiting: z.int(), oldestAt: Time.optional(), problem: z.string().optional() }),
    judgeUsd: z.number().describe("What its judges cost in the last day"),
    openIssues: z.int(),
    from: Time.describe("Where the hours begin"),
    hourly: z.array(z.strictObject({ evaluated: z.int(), failed: z.int() })).describe("Oldest first"),
    missed: z
      .strictObject({ datapointId: z.string(), reason: z.string() })
      .optional()
      .describe("If nothing matches: the newest datapoint of the project, and which condition excluded it"),
  })
  .meta({ id: "MonitorStatus" });
export type MonitorStatus = z.infer<typeof MonitorStatus>;

export const PreviewRequest = z
  .strictObject({
    condition: fields.condition,
    checks: checks.default([]),
    sampleRate: fields.sampleRate.default(1),
    maxPerMinute: rules.maxPerMinute,
    hours: z.number().min(1).max(720).default(24),
    examine: z.int().min(1).max(1000).default(50).describe("Number of the newest matches that are evaluated"),
    name: fields.name.default("This monitor"),
    notifications: fields.notifications.default([]),
    threshold: rules.threshold,
    cooldownMinutes: rules.cooldownMinutes,
  })
  .meta({ id: "PreviewRequest" });

export const Preview = z
  .strictObject({
    hours: z.number(),
    matching: z.int().describe("Datapoints of the last hours that match"),
    checked: z.int().describe("Approximate number of those that are sampled and within the limit per minute"),
    newest: z.array(DatapointRow),
    examined: z.int().describe("Newest matching datapoints that the checks were run on"),
    checks: z.array(
      z.strictObject({
        check: z.string(),
        failed: z.int(),
        passed: z.int(),
        skipped: z.int(),
        broken: z.int(),
        notRun: z.string().optional().describe("Why it was not tried"),
        expectedFindings: z.number().describe("Failed share of the examined, scaled to all that would be checked"),
      }),
    ),
    examinedFrom: Time.optional().describe("Time of the oldest of those; issues and messages cover the time since"),
    issues: z
      .array(
        z.strictObject({
          title: z.string(),
          kind: z.enum(issueKinds),
          severity: z.enum(severities),
          check: z.string(),
          findings: z.int(),
          opensAt: Time.optional().describe("Absent: its threshold was not reached"),
        }),
      )
      .describe("Issues that the examined datapoints would have opened, by the rules of the pipeline"),
    messages: z.array(z.strictObject({ channel: z.string(), count: z.int() })),
    judges: z
      .strictObject({
        usd: z.number().optional().describe("US dollars, about, for all that match and are sampled in these hours"),
        unknown: z.string().optional().describe("Why it is unknown"),
      })
      .optional()
      .describe("What its judges would have cost; absent without judges"),
  })
  .meta({ id: "Preview" });
