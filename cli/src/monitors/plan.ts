import type { Monitor, NewMonitor } from "../../../packages/api-client/src/api.ts";

export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export type Step =
  | { readonly action: "create"; readonly name: string; readonly index: number; readonly declared: NewMonitor }
  | {
      readonly action: "change";
      readonly name: string;
      readonly index: number;
      readonly stored: Monitor;
      readonly fields: readonly FieldChange[];
    }
  | { readonly action: "keep"; readonly name: string; readonly index: number }
  | { readonly action: "delete"; readonly name: string; readonly stored: Monitor };

/** Values of the fields that a file leaves out. */
const defaults = {
  condition: "",
  checks: [],
  description: "",
  enabled: true,
  sampleRate: 1,
  notifications: [],
  maxPerMinute: null,
  threshold: null,
  cooldownMinutes: null,
  dailyLimits: null,
  grouping: null,
  noDataAfterMinutes: null,
} satisfies { [Field in keyof Omit<NewMonitor, "name">]-?: unknown };
const fields = Object.keys(defaults) as (keyof typeof defaults)[];

/**
 * Returns the steps that make the stored monitors match the declared ones, by name. Other monitors stay
 * unless they are to be deleted.
 */
export function planOf(
  declared: readonly NewMonitor[],
  stored: readonly Monitor[],
  { prune }: { readonly prune: boolean },
): readonly Step[] {
  const steps = declared.map((monitor, index): Step => {
    const known = stored.find(({ name }) => name === monitor.name);
    if (!known) return { action: "create", name: monitor.name, index, declared: monitor };
    const changed = fields.flatMap((field): FieldChange[] => {
      const before = canonical(known[field] ?? defaults[field]);
      const after = canonical(withinDefaults(field, monitor[field] ?? defaults[field]));
      return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field, before, after }];
    });
    if (changed.length === 0) return { action: "keep", name: monitor.name, index };
    return { action: "change", name: monitor.name, index, stored: known, fields: changed };
  });
  const names = new Set(declared.map(({ name }) => name));
  const gone = prune ? stored.filter(({ name }) => !names.has(name)) : [];
  return [...steps, ...gone.map((each): Step => ({ action: "delete", name: each.name, stored: each }))];
}

/** Returns a monitor as a file declares it, without the optional fields that have their default. */
export function declarationOf(monitor: Monitor): Readonly<Record<string, unknown>> {
  const { name, condition, checks } = monitor;
  const own = fields.flatMap((field): (readonly [string, unknown])[] => {
    const value = monitor[field];
    const isDefault = JSON.stringify(canonical(value ?? null)) === JSON.stringify(canonical(defaults[field]));
    return field === "condition" || field === "checks" || value === undefined || isDefault ? [] : [[field, value]];
  });
  return { name, condition, ...Object.fromEntries(own), checks: checks.map(declaredCheck) };
}

/** A check without options or a severity is its name. */
function declaredCheck({ check, options, ...rest }: Monitor["checks"][number]) {
  const hasOptions = Object.keys(options).length > 0;
  const others = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null);
  if (!hasOptions && others.length === 0) return check;
  return { check, ...(hasOptions ? { options } : {}), ...Object.fromEntries(others) };
}

/** Removes the defaults that the service adds to a value. */
function withinDefaults(field: string, value: unknown): unknown {
  const isRate = typeof value === "object" && value !== null && "kind" in value && value.kind === "rate";
  return field === "threshold" && isRate ? { minDatapoints: 20, ...value } : value;
}

/** Sorts keys, so that equal values have equal text. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(
    entries.sort(([left], [right]) => (left < right ? -1 : 1)).map(([key, each]) => [key, canonical(each)]),
  );
}
