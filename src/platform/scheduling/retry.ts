import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../failure.ts";

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
