import type { Monitor, NewMonitor } from "../api/types.ts";

/** A monitor while it is written. */
export interface Draft {
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly condition: string;
  readonly sampleRate: number;
  readonly checks: NewMonitor["checks"];
  readonly notifications: NonNullable<NewMonitor["notifications"]>;
}

export const emptyDraft: Draft = {
  name: "",
  description: "",
  enabled: true,
  condition: "",
  sampleRate: 1,
  checks: [],
  notifications: [],
};

export function draftOf({ name, description, enabled, condition, sampleRate, checks, notifications }: Monitor): Draft {
  return {
    name,
    description: description ?? "",
    enabled,
    condition,
    sampleRate,
    checks,
    notifications,
  };
}

/** The draft as the API takes it. */
export function bodyOf({ description, name, condition, ...rest }: Draft): NewMonitor {
  const told = description.trim();
  return { ...rest, name: name.trim(), condition: condition.trim(), ...(told === "" ? {} : { description: told }) };
}
