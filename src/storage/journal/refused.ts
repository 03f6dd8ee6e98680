import { Failure } from "../../platform/failure.ts";
import type { Answer } from "./commands.ts";

export function refusedFailure({ reason, message }: Answer & { kind: "refused" }): Failure {
  return new Failure("dependency", message, { reason, retryAfterSeconds: 5 });
}
