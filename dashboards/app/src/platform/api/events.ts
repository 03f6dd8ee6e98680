import { events } from "../../../../../packages/api-client/src/events.ts";
import { send } from "./client.ts";

interface Followed {
  readonly q: string;
  readonly onEvent: (name: string, data: unknown) => void;
  /** Called when the stream starts, and when it breaks. */
  readonly onState: (isConnected: boolean) => void;
  /** Called before every reconnect; false postpones it. */
  readonly isWanted: () => boolean;
}

const firstWaitMs = 1000;
const longestWaitMs = 20_000;
/** Longer than the keepalive of 15 seconds: after a computer slept, its connection may be dead without an error. */
const longestSilenceMs = 40_000;

/**
 * Reads server-sent events with `fetch`, because an EventSource cannot send a token. A broken stream resumes
 * after the last event, with growing delays. Returns a function that stops it.
 */
export function followEvents({ q, onEvent, onState, isWanted }: Followed): () => void {
  const ended = new AbortController();
  void follow();
  return () => ended.abort();

  async function follow(): Promise<void> {
    let last: number | undefined;
    for (let waitMs = firstWaitMs; !ended.signal.aborted; waitMs = Math.min(longestWaitMs, waitMs * 2)) {
      // A broken stream is retried; `onState` reports the interruption.
      if (isWanted() && (await once().catch(() => false))) waitMs = firstWaitMs;
      if (ended.signal.aborted) return;
      onState(false);
      await new Promise((resolve) => setTimeout(resolve, waitMs * (0.75 + Math.random() / 2)));
    }

    /** Returns true if the stream started, however it ended. */
    async function once(): Promise<boolean> {
      const silence = watchSilence();
      const signal = AbortSignal.any([ended.signal, silence.signal]);
      const response = await send("GET /datapoints/tail", { query: { q, since: last }, signal });
      onState(true);
      try {
        for await (const { id, type, data } of events(response.body ?? new ReadableStream())) {
          silence.end();
          if (id !== undefined) last = Number(id);
          if (data !== "") onEvent(type, JSON.parse(data));
          if (!isWanted()) break;
        }
      } catch {
        // The stream had started, so the next attempt follows soon.
      } finally {
        silence.stop();
      }
      return true;
    }
  }
}

/** Creates a watchdog whose signal aborts after too long a silence. */
function watchSilence() {
  const tooLong = new AbortController();
  const begin = () => setTimeout(() => tooLong.abort(), longestSilenceMs);
  let current = begin();
  const stop = () => clearTimeout(current);
  return {
    signal: tooLong.signal,
    stop,
    end() {
      stop();
      current = begin();
    },
  };
}
