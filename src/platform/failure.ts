/** Who must act when something throws: tell the caller, try the dependency again, or wake one of us. */
export type Blame = "caller" | "dependency" | "defect";

/** A thrown problem with its facts. Expected outcomes are values; only what ends the work at hand is thrown. */
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

/** What went wrong as one line of text, whatever was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
