import type { z } from "zod";
import type { MonitorChange, NewMonitor } from "../contract/monitor.ts";
import type { MonitorId, ProjectId } from "../domain/ids.ts";
import type { DailyCeilings, Monitor, MonitorCheck, NotificationPreference } from "../domain/monitor.ts";

interface Named {
  readonly id: MonitorId;
  readonly projectId: ProjectId;
  /** Unix milliseconds. */
  readonly at: number;
}

/** A monitor as it was asked for. */
export function monitorOf(asked: NewMonitor, { id, projectId, at }: Named): Monitor {
  const { name, enabled, condition, sampleRate, checks, notifications, description } = asked;
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
    ...rulesOf(asked),
    revision: 1,
    createdAt: at,
    updatedAt: at,
  };
}

export function changedMonitor(before: Monitor, change: z.output<typeof MonitorChange>, at: number): Monitor {
  const { description = before.description, checks, notifications } = change;
  const { threshold: _, cooldownMinutes: __, ceilings: ___, noDataAfterMinutes: ____, ...rest } = before;
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
      threshold: change.threshold === undefined ? before.threshold : change.threshold,
      cooldownMinutes: change.cooldownMinutes === undefined ? before.cooldownMinutes : change.cooldownMinutes,
      ceilings: change.ceilings === undefined ? before.ceilings : change.ceilings,
      noDataAfterMinutes:
        change.noDataAfterMinutes === undefined ? before.noDataAfterMinutes : change.noDataAfterMinutes,
    }),
    revision: before.revision + 1,
    updatedAt: at,
  };
}

interface Rules {
  readonly threshold?: Monitor["threshold"] | null | undefined;
  readonly cooldownMinutes?: number | null | undefined;
  readonly ceilings?:
    | { readonly datapoints?: number | undefined; readonly judgeUsd?: number | undefined }
    | null
    | undefined;
  readonly noDataAfterMinutes?: number | null | undefined;
}

/** Null takes a rule away. */
function rulesOf({ threshold, cooldownMinutes, ceilings, noDataAfterMinutes }: Rules) {
  const { datapoints, judgeUsd } = ceilings ?? {};
  const limits: DailyCeilings = {
    ...(datapoints === undefined ? {} : { datapoints }),
    ...(judgeUsd === undefined ? {} : { judgeUsd }),
  };
  return {
    ...(threshold ? { threshold } : {}),
    ...(typeof cooldownMinutes === "number" ? { cooldownMinutes } : {}),
    ...(Object.keys(limits).length > 0 ? { ceilings: limits } : {}),
    ...(typeof noDataAfterMinutes === "number" ? { noDataAfterMinutes } : {}),
  };
}

type AskedCheck = NewMonitor["checks"][number];

function checkOf({ check, options, severity }: AskedCheck): MonitorCheck {
  return { check, options, ...(severity === undefined ? {} : { severity }) };
}

function preferenceOf(asked: NewMonitor["notifications"][number]): NotificationPreference {
  const { channel, on, changes, minSeverity, maxSeverity, cadence, dailyAt, quietHours, timeZone } = asked;
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
