import type { z } from "zod";
import type { MonitorId, ProjectId } from "../../platform/ids.ts";
import type { MonitorChange, NewMonitor } from "../contract/monitor.ts";
import type { DailyCeilings, Monitor, MonitorCheck, NotificationPreference } from "../monitor.ts";

interface Named {
  readonly id: MonitorId;
  readonly projectId: ProjectId;
  /** Unix milliseconds. */
  readonly at: number;
}

/** Builds a monitor from a request. */
export function monitorOf(requested: NewMonitor, { id, projectId, at }: Named): Monitor {
  const { name, enabled, condition, sampleRate, checks, notifications, description } = requested;
  return {
    id,
    projectId,
    name,
    enabled,
    condition,
    sampleRate,
    ...(description === undefined ? {} : { description }),
    checks: checks.map(checkOf),
    notifications: notifications.map(preferenceOf),
    ...rulesOf(requested),
    revision: 1,
    createdAt: at,
    updatedAt: at,
  };
}

export function changedMonitor(before: Monitor, change: z.output<typeof MonitorChange>, at: number): Monitor {
  const { description = before.description, checks, notifications } = change;
  const { maxPerMinute, threshold, cooldownMinutes, dailyLimits, grouping, noDataAfterMinutes, ...rest } = before;
  return {
    ...rest,
    name: change.name ?? before.name,
    ...(description === undefined ? {} : { description }),
    enabled: change.enabled ?? before.enabled,
    condition: change.condition ?? before.condition,
    sampleRate: change.sampleRate ?? before.sampleRate,
    checks: checks ? checks.map(checkOf) : before.checks,
    notifications: notifications ? notifications.map(preferenceOf) : before.notifications,
    ...rulesOf({
      maxPerMinute,
      threshold,
      cooldownMinutes,
      dailyLimits,
      grouping,
      noDataAfterMinutes,
      ...givenRules(change),
    }),
    revision: before.revision + 1,
    updatedAt: at,
  };
}

/** Undefined leaves a rule unchanged. */
function givenRules(change: z.output<typeof MonitorChange>): Rules {
  const { maxPerMinute, threshold, cooldownMinutes, dailyLimits, grouping, noDataAfterMinutes } = change;
  const rules = { maxPerMinute, threshold, cooldownMinutes, dailyLimits, grouping, noDataAfterMinutes };
  return Object.fromEntries(Object.entries(rules).filter(([, rule]) => rule !== undefined));
}

interface Rules {
  readonly maxPerMinute?: number | null | undefined;
  readonly threshold?: Monitor["threshold"] | null | undefined;
  readonly cooldownMinutes?: number | null | undefined;
  readonly dailyLimits?:
    | { readonly datapoints?: number | undefined; readonly judgeUsd?: number | undefined }
    | null
    | undefined;
  readonly grouping?: Monitor["grouping"] | null | undefined;
  readonly noDataAfterMinutes?: number | null | undefined;
}

function rulesOf({ maxPerMinute, threshold, cooldownMinutes, dailyLimits, grouping, noDataAfterMinutes }: Rules) {
  const { datapoints, judgeUsd } = dailyLimits ?? {};
  const limits: DailyCeilings = {
    ...(datapoints === undefined ? {} : { datapoints }),
    ...(judgeUsd === undefined ? {} : { judgeUsd }),
  };
  return {
    ...(typeof maxPerMinute === "number" ? { maxPerMinute } : {}),
    ...(threshold ? { threshold } : {}),
    ...(typeof cooldownMinutes === "number" ? { cooldownMinutes } : {}),
    ...(Object.keys(limits).length > 0 ? { dailyLimits: limits } : {}),
    ...(grouping ? { grouping } : {}),
    ...(typeof noDataAfterMinutes === "number" ? { noDataAfterMinutes } : {}),
  };
}

type RequestedCheck = NewMonitor["checks"][number];

function checkOf({ check, options, severity }: RequestedCheck): MonitorCheck {
  return { check, options, ...(severity === undefined ? {} : { severity }) };
}

function preferenceOf(requested: NewMonitor["notifications"][number]): NotificationPreference {
  const { channel, on, changes, minSeverity, maxSeverity, cadence, dailyAt, quietHours, timeZone } = requested;
  return {
    channel,
    on,
    cadence,
    ...(changes === undefined ? {} : { changes }),
    ...(minSeverity === undefined ? {} : { minSeverity }),
    ...(maxSeverity === undefined ? {} : { maxSeverity }),
    ...(dailyAt === undefined ? {} : { dailyAt }),
    ...(quietHours === undefined ? {} : { quietHours }),
    ...(timeZone === undefined ? {} : { timeZone }),
  };
}
