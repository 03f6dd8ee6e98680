import type { Monitor, NewMonitor } from "../platform/api/types.ts";

/** A monitor while it is written. */
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
  readonly ceilings: NewMonitor["ceilings"];
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
  ceilings: undefined,
  noDataAfterMinutes: undefined,
};

export function draftOf(monitor: Monitor): Draft {
  const { name, description, enabled, condition, sampleRate, checks, notifications } = monitor;
  const { maxPerMinute, threshold, cooldownMinutes, ceilings, noDataAfterMinutes } = monitor;
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
    ceilings,
    noDataAfterMinutes,
  };
}

/** The draft as the API takes a new monitor. */
export function bodyOf({ description, name, condition, ...rest }: Draft): NewMonitor {
  const told = description.trim();
  return { ...rest, name: name.trim(), condition: condition.trim(), ...(told === "" ? {} : { description: told }) };
}

/** As the API takes a change: a rule that was emptied is taken away. */
export function changeOf(draft: Draft, { revision }: Monitor) {
  const { maxPerMinute = null, threshold = null, cooldownMinutes = null } = draft;
  const { ceilings = null, noDataAfterMinutes = null } = draft;
  return {
    ...bodyOf(draft),
    description: draft.description.trim(),
    maxPerMinute,
    threshold,
    cooldownMinutes,
    ceilings,
    noDataAfterMinutes,
    revision,
  };
}
