import type { Monitor, NewMonitor } from "../platform/api/types.ts";

export interface Draft {
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly condition: string;
  readonly sampleRate: number;
  readonly maxPerMinute: NewMonitor["maxPerMinute"];
  readonly checks: NewMonitor["checks"];
  readonly notifications: NonNullable<NewMonitor["notifications"]>;
  readonly threshold: NewMonitor["threshold"];
  readonly cooldownMinutes: NewMonitor["cooldownMinutes"];
  readonly dailyLimits: NewMonitor["dailyLimits"];
  readonly noDataAfterMinutes: NewMonitor["noDataAfterMinutes"];
}

export const emptyDraft: Draft = {
  name: "",
  description: "",
  enabled: true,
  condition: "",
  sampleRate: 1,
  maxPerMinute: undefined,
  checks: [],
  notifications: [],
  threshold: undefined,
  cooldownMinutes: undefined,
  dailyLimits: undefined,
  noDataAfterMinutes: undefined,
};

export function draftOf(monitor: Monitor): Draft {
  const { name, description, enabled, condition, sampleRate, checks, notifications } = monitor;
  const { maxPerMinute, threshold, cooldownMinutes, dailyLimits, noDataAfterMinutes } = monitor;
  return {
    name,
    description: description ?? "",
    enabled,
    condition,
    sampleRate,
    maxPerMinute,
    checks,
    notifications,
    threshold,
    cooldownMinutes,
    dailyLimits,
    noDataAfterMinutes,
  };
}

export function bodyOf({ description, name, condition, ...rest }: Draft): NewMonitor {
  const text = description.trim();
  return { ...rest, name: name.trim(), condition: condition.trim(), ...(text === "" ? {} : { description: text }) };
}

/** Returns the request body of a change; an emptied rule is removed. */
export function changeOf(draft: Draft, { revision }: Monitor) {
  const { maxPerMinute = null, threshold = null, cooldownMinutes = null } = draft;
  const { dailyLimits = null, noDataAfterMinutes = null } = draft;
  return {
    ...bodyOf(draft),
    description: draft.description.trim(),
    maxPerMinute,
    threshold,
    cooldownMinutes,
    dailyLimits,
    noDataAfterMinutes,
    revision,
  };
}
