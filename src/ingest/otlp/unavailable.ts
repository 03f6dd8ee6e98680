import { Failure } from "../../platform/failure.ts";

export interface Unavailable {
  readonly kind: "unavailable";
  readonly message: string;
  readonly retryAfterSeconds: number;
}

/**
 * Returns the response to a request that failed for an external reason, such as an unavailable database or a full
 * disk, after which the client must retry. Returns undefined for a defect of Gaffe.
 */
export function unavailableOf(thrown: unknown): Unavailable | undefined {
  if (thrown instanceof Failure && thrown.blame === "dependency") return unavailable(thrown.message, thrown.facts);
  if (isSystemError(thrown)) return unavailable(thrown.message, {});
  // A thread that ended for one of these reasons is reported as a defect with its cause.
  return thrown instanceof Error && thrown.cause !== undefined ? unavailableOf(thrown.cause) : undefined;
}

function unavailable(reason: string, { retryAfterSeconds: seconds }: Failure["facts"]): Unavailable {
  return {
    kind: "unavailable",
    message: `not accepted, nothing of it was stored: ${reason}`,
    retryAfterSeconds: typeof seconds === "number" ? Math.max(1, Math.ceil(seconds)) : 5,
  };
}

/** No space left, a broken disk, a missing folder, a refused connection. */
const isSystemError = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" && /^E[A-Z]+$/.test(thrown.code);
