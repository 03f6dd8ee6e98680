/**
 * An event that is logged and counted. `kind` names the counter (`gaffe_<kind>_total`) and the log line's `event`;
 * one kind always has the same label names, and labels have few values (a reason, a stage), never an ID.
 */
export interface GaffeEvent {
  readonly kind: string;
  readonly level: "error" | "warn" | "info" | "debug";
  /** Number of things the event covers; the default is 1. */
  readonly count?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly message: string;
  /** Only for the log line. Never content, keys or tokens. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/**
 * An event that is counted from the start: a rate or an alert needs a counter that was 0 before its first event.
 */
export interface EventDeclaration {
  readonly kind: string;
  /** Every set of labels that the event may have; absent if it has none. */
  readonly labelSets?: readonly Readonly<Record<string, string>>[];
}

/** Returns every combination of the values that each label may have. */
export function everyCombination(
  labels: Readonly<Record<string, readonly string[]>>,
): readonly Readonly<Record<string, string>>[] {
  return Object.entries(labels).reduce<readonly Readonly<Record<string, string>>[]>(
    (sets, [name, values]) => sets.flatMap((set) => values.map((value) => ({ ...set, [name]: value }))),
    [{}],
  );
}
