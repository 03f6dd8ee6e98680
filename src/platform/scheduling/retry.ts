import { setTimeout as sleep } from "node:timers/promises";
import { Failure, messageOf } from "../failure.ts";

export interface RetryOptions {
  readonly firstMs: number;
  readonly maxMs: number;
  /** Aborts the waiting: the last failure is thrown. */
  readonly signal: AbortSignal;
  /** Called before each wait, with the number of consecutive failures. */
  readonly onFailure: (failure: Failure, failures: number) => void;
}

/** Retries with doubling waits and jitter as long as the failure is a dependency's. */
export async function retrying<Result>(act: () => Promise<Result>, options: RetryOptions): Promise<Result> {
  for (let failures = 1; ; failures++) {
    try {
      return await act();
    } catch (thrown) {
      if (!(thrown instanceof Failure) || thrown.blame !== "dependency" || options.signal.aborted) throw thrown;
      options.onFailure(thrown, failures);
      const ceiling = Math.min(options.maxMs, options.firstMs * 2 ** (failures - 1));
      await sleep(ceiling * (0.5 + Math.random() / 2), undefined, { signal: options.signal, ref: false }).catch(
        () => undefined,
      );
      if (options.signal.aborted) throw thrown;
    }
  }
}

interface WaitOptions {
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
  { isAway, timeoutMs, onAway }: WaitOptions,
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

/** Resolves as `work` does, or rejects after `ms` milliseconds with Failure("dependency"). The work itself is not interrupted. */
export async function within<Value>(ms: number, work: () => Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Failure("dependency", `no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
