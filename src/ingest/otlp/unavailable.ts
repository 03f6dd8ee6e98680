import { Failure } from "../../platform/failure.ts";

export interface Unavailable {
  readonly kind: "unavailable";
  readonly message: string;
  readonly retryAfterSeconds: number;
}

/**
 * Returns the answer to a request that failed for something outside of Gaffe: a database that is away, a disk that is
 * full. Its sender must try again. Returns undefined for a defect of ours.
 */
export function unavailableOf(thrown: unknown): Unavailable | undefined {
  if (thrown instanceof Failure && thrown.blame === "dependency") return unavailable(thrown.message, thrown.facts);
  if (isSystemError(thrown)) return unavailable(thrown.message, {});
  // A thread that ended for one of these is reported as a defect with its cause.
  return thrown instanceof Error && thrown.cause !== undefined ? unavailableOf(thrown.cause) : undefined;
}

function unavailable(because: string, { retryAfterSeconds: seconds }: Failure["facts"]): Unavailable {
  return {
    kind: "unavailable",
    message: `not accepted, nothing of it was stored: ${because}`,
    retryAfterSeconds: typeof seconds === "number" ? Math.max(1, Math.ceil(seconds)) : 5,
  };
}

/** No space left, a broken disk, a folder that vanished, a connection that was refused. */
const isSystemError = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" && /^E[A-Z]+$/.test(thrown.code);
