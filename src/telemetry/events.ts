/**
 * Something that happened and is counted. `kind` names the counter (`gaffe_<kind>_total`) and the log line's `event`;
 * one kind always carries the same label names, and labels have few values (a reason, a station), never an id.
 */
export interface GaffeEvent {
  readonly kind: string;
  readonly level: "error" | "warn" | "info" | "debug";
  /** How many things it speaks of; 1 unless told. */
  readonly count?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly message: string;
  /** For the log line only. Never content, keys or tokens. */
  readonly facts?: Readonly<Record<string, unknown>>;
}
