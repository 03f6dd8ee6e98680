/** Ends an exhaustive switch: a case added later fails to compile here. */
export function unreachable(value: never): never {
  throw new Error(`unreachable case: ${String(value)}`);
}
