import { messageOf } from "../failure.ts";

interface Options {
  /** Whether a later attempt may succeed. */
  readonly isAway: (thrown: unknown) => boolean;
  /** No attempt starts after this time; at least one is made. */
  readonly timeoutMs: number;
  readonly onAway: (reason: string, facts: { readonly attempt: number; readonly nextInMs: number }) => void;
}

const firstPauseMs = 250;
const maxPauseMs = 5000;

/** Repeats `open` with growing pauses until it succeeds. Throws the error of the last attempt. */
export async function waitUntilUp<Opened>(
  open: () => Promise<Opened>,
  { isAway, timeoutMs, onAway }: Options,
): Promise<Opened> {
  const deadline = performance.now() + timeoutMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await open();
    } catch (thrown) {
      const leftMs = deadline - performance.now();
      if (!isAway(thrown) || leftMs <= 0) throw thrown;
      const nextInMs = Math.min(maxPauseMs, firstPauseMs * 2 ** (attempt - 1), leftMs);
      onAway(messageOf(thrown), { attempt, nextInMs: Math.round(nextInMs) });
      await new Promise((resolve) => setTimeout(resolve, nextInMs));
    }
  }
}
