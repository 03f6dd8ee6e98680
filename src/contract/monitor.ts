import { z } from "zod";
import type { Json } from "../domain/datapoint.ts";
import { issueKinds } from "../domain/issue.ts";
import { cadences } from "../domain/monitor.ts";
import { toldChanges } from "../domain/notification.ts";
import { severities } from "../domain/verdict.ts";
import { clockTimePattern, isTimeZone } from "../lib/local-time.ts";
import { QueryText, Time } from "./common.ts";
import { DatapointRow } from "./datapoint.ts";

/** The body was JSON, so its values are. */
export const Options = z
  .record(z.string().max(100), z.unknown())
  .transform((options) => options as Readonly<Record<string, Json>>);

const MonitorCheck = z.strictObject({
  check: z.string().min(1).max(200),
  options: Options.default({}),
  severity: z.enum(severities).optional(),
});

const ClockTime = z.string().regex(clockTimePattern, "must be HH:MM, such as 09:00");

const Preference = z.strictObject({
  channel: z.string().min(1).max(100).describe("Id of a channel; `email` is everyone's e-mail, `none` tells nobody"),
  on: z.array(z.enum(issueKinds)).min(1).max(2),
  changes: z.array(z.enum(toldChanges)).min(1).max(3).optional().describe("Default: all of them"),
  minSeverity: z.enum(severities).optional(),
  maxSeverity: z.enum(severities).optional(),
  cadence: z.enum(cadences),
  dailyAt: ClockTime.optional().describe("When a daily digest is sent. Default: 09:00"),
  quietHours: z.strictObject({ from: ClockTime, to: ClockTime }).optional(),
  timeZone: z.string().max(100).refine(isTimeZone, "is not an IANA time zone").optional().describe("Default: UTC"),
});

const checks = z.array(MonitorCheck).max(100);

const fields = {
  name: z.string().trim().min(1).max(200),
  description: z.string().max(2000).optional(),
  enabled: z.boolean(),
  condition: QueryText.describe("A query; an empty one matches every datapoint"),
  sampleRate: z.number().min(0).max(1).describe("Share of matching datapoints that is checked"),
  checks: checks.min(1),
  notifications: z.array(Preference).max(50),
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

/** Fields that are left out stay as they are. `revision`, where given, must be the present one. */
export const MonitorChange = z
  .strictObject({ ...fields, revision: z.int() })
  .partial()
  .meta({ id: "MonitorChange" });
export type MonitorChange = z.output<typeof MonitorChange>;

export const PreviewRequest = z
  .strictObject({
    condition: fields.condition,
    checks: checks.default([]),
    sampleRate: fields.sampleRate.default(1),
    hours: z.number().min(1).max(720).default(24),
  })
  .meta({ id: "PreviewRequest" });

export const Preview = z
  .strictObject({
    hours: z.number(),
    matching: z.int().describe("Datapoints of the last hours that match"),
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
        expectedFindings: z.number().describe("Failed share of the examined, scaled to all that match and are sampled"),
      }),
    ),
  })
  .meta({ id: "Preview" });
