/** Ends a switch that names every case: a case added later stops the build here. */
export function unreachable(value: never): never {
  throw new Error(`unreachable case: ${String(value)}`);
}
