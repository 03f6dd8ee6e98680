import type { Monitor, NewMonitor } from "../platform/api/types.ts";

type Fields = "name" | "description" | "enabled" | "condition" | "sampleRate" | "checks" | "notifications";
type Rules = "maxPerMinute" | "threshold" | "cooldownMinutes" | "dailyLimits" | "grouping" | "noDataAfterMinutes";

export type Draft = { readonly [Field in Fields]: NonNullable<NewMonitor[Field]> } & {
  readonly [Rule in Rules]: NewMonitor[Rule];
};

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
  grouping: undefined,
  noDataAfterMinutes: undefined,
};

export function draftOf(monitor: Monitor): Draft {
  const own = Object.entries(monitor).filter(([name]) => name in emptyDraft);
  return { ...emptyDraft, ...(Object.fromEntries(own) as Partial<Draft>) };
}

export function bodyOf({ description, name, condition, ...rest }: Draft): NewMonitor {
  const text = description.trim();
  return { ...rest, name: name.trim(), condition: condition.trim(), ...(text === "" ? {} : { description: text }) };
}

/** Returns the request body of a change; an emptied rule is removed. */
export function changeOf(draft: Draft, { revision }: Monitor) {
  const { maxPerMinute = null, threshold = null, cooldownMinutes = null } = draft;
  const { dailyLimits = null, grouping = null, noDataAfterMinutes = null } = draft;
  return {
    ...bodyOf(draft),
    description: draft.description.trim(),
    maxPerMinute,
    threshold,
    cooldownMinutes,
    dailyLimits,
    grouping,
    noDataAfterMinutes,
    revision,
  };
}
