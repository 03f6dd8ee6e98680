import { messageOf } from "../failure.ts";
import { within } from "../scheduling/retry.ts";
import { createSchedule } from "../scheduling/schedule.ts";

/** A value that is read in the background, so that no request waits for its source. */
export interface Refreshed<Value> {
  readonly current: () => RefreshedState<Value>;
  start(): void;
  /** Reads now, or joins the read that is in flight; resolves within the timeout and never rejects. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
}

interface RefreshedState<Value> {
  readonly value?: Value;
  /** Reason and start (Unix milliseconds) of the current series of failed reads; absent while reads succeed. */
  readonly failure?: { readonly reason: string; readonly since: number };
}

interface Options<Value> {
  readonly read: () => Promise<Value>;
  readonly everyMs: number;
  /** A read without a response counts as failed after this time. */
  readonly timeoutMs: number;
  readonly now: () => number;
}

/**
 * Reads a value every `everyMs`. A read without a response stays in flight and blocks further reads, so that an
 * unresponsive source does not use up connections.
 */
export function createRefreshed<Value>({ read, everyMs, timeoutMs, now }: Options<Value>): Refreshed<Value> {
  let state: RefreshedState<Value> = {};
  let inFlight: Promise<void> | undefined;
  const schedule = createSchedule({ work: refresh, onFailure: failed, everyMs });
  return {
    current: () => state,
    start() {
      schedule.start();
      schedule.wake();
    },
    refresh,
    stop: schedule.stop,
  };

  async function refresh(): Promise<void> {
    inFlight ??= readOnce().finally(() => {
      inFlight = undefined;
    });
    const current = inFlight;
    await within(timeoutMs, () => current).catch(failed);
  }

  async function readOnce(): Promise<void> {
    try {
      state = { value: await read() };
    } catch (thrown) {
      failed(thrown);
    }
  }

  function failed(thrown: unknown): void {
    const since = state.failure?.since ?? now();
    state = { ...state, failure: { reason: messageOf(thrown), since } };
  }
}
