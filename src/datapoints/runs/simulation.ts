import type { RunCheck } from "./run-check.ts";

/** Who talks to the target in a MULTI_TURN run, and when that ends. */
export interface Simulation {
  readonly driver: Driver;
  readonly maxTurns: number;
  readonly firstTurn: "driver" | "target";
  /** Ends a conversation early. */
  readonly stop?: {
    /** Ends when either side says it; case-insensitive. */
    readonly phrase?: string;
    /** Evaluated after every answer of the target; ends the conversation if the result equals `stopOn`. */
    readonly check?: RunCheck & { readonly stopOn: boolean };
  };
  /** Otherwise the run's checks evaluate the whole conversation at its end. */
  readonly checksAtEveryTurn: boolean;
}

/** A model that plays a user. If neither model nor judge is set: the project's active judge. */
export interface Driver {
  readonly promptTemplate: string;
  readonly model?: string;
  readonly judge?: string;
  readonly temperature: number;
}
