import type { RunCheck } from "./run-check.ts";

/** Who talks to the target in a MULTI_TURN run, and when that ends. */
export interface Simulation {
  readonly driver: Driver;
  /** Answers of the target at most. */
  readonly maxTurns: number;
  readonly firstTurn: "driver" | "target";
  /** Ends a conversation early. */
  readonly stop?: {
    /** What either side says, in whatever case. */
    readonly phrase?: string;
    /** Asked after every answer of the target; it ends the conversation where passing it is what `stopOn` says. */
    readonly check?: RunCheck & { readonly stopOn: boolean };
  };
  /** Otherwise the run's checks judge the whole conversation at its end. */
  readonly checksAtEveryTurn: boolean;
}

/** A model that plays a user. Neither model nor judge: the project's active judge. */
export interface Driver {
  readonly promptTemplate: string;
  readonly model?: string;
  readonly judge?: string;
  readonly temperature: number;
}
