/** Who must act on a failure: the caller, a retry of the dependency, or the Gaffe developers. */
export type Blame = "caller" | "dependency" | "defect";

/** A thrown problem with its facts. Expected outcomes are values; only what aborts the current work is thrown. */
export class Failure extends Error {
  readonly blame: Blame;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(blame: Blame, message: string, facts: Readonly<Record<string, unknown>> = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "Failure";
    this.blame = blame;
    this.facts = facts;
  }
}

/** Returns the message of any thrown value as one line of text. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
