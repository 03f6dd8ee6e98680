import { Failure } from "../failure.ts";

/** Ends an exhaustive switch: a case added later fails to compile here. */
export function unreachable(value: never): never {
  throw new Failure("defect", `unreachable case: ${String(value)}`);
}
