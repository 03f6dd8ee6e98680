import { ago, clockText } from "./format.ts";

/** A point in time: short to read, exact on pointing at it. */
export function Time({ at, clock = false }: { at: string; clock?: boolean }) {
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {clock ? clockText(at) : ago(at)}
    </time>
  );
}

/** The day alone, where the hour does not matter. */
export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {new Date(at).toLocaleDateString()}
    </time>
  );
}
