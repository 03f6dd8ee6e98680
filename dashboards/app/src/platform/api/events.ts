import { send } from "./client.ts";

interface Followed {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly onEvent: (name: string, data: unknown) => void;
  /** Told when the stream begins, and when it breaks off. */
  readonly onState: (isConnected: boolean) => void;
  /** Asked before every new attempt; false waits. */
  readonly isWanted: () => boolean;
}

const firstWaitMs = 1000;
const longestWaitMs = 20_000;
/** The service says every fifteen seconds that it is there. A computer that slept has a line that nobody is at any more. */
const longestSilenceMs = 40_000;

/**
 * Server-sent events, read with `fetch` because an EventSource cannot send a token. A stream that breaks off is taken
 * up again behind the last event, later each time it fails. The answer stops it.
 */
export function followEvents({ path, query, onEvent, onState, isWanted }: Followed): () => void {
  const ended = new AbortController();
  void follow();
  return () => ended.abort();

  async function follow(): Promise<void> {
    let last: string | undefined;
    for (let waitMs = firstWaitMs; !ended.signal.aborted; waitMs = Math.min(longestWaitMs, waitMs * 2)) {
      // A stream that broke off is tried again; the state says so meanwhile.
      if (isWanted() && (await once().catch(() => false))) waitMs = firstWaitMs;
      if (ended.signal.aborted) return;
      onState(false);
      await new Promise((resolve) => setTimeout(resolve, waitMs * (0.75 + Math.random() / 2)));
    }

    /** True where the stream began, however it ended. */
    async function once(): Promise<boolean> {
      const silence = watchSilence();
      const signal = AbortSignal.any([ended.signal, silence.signal]);
      const response = await send(path, { query: { ...query, since: last }, signal });
      onState(true);
      try {
        for await (const { id, event, data } of eventsOf(response)) {
          silence.end();
          last = id ?? last;
          if (data !== "") onEvent(event, JSON.parse(data));
          if (!isWanted()) break;
        }
      } catch {
        // It began: the next attempt is made soon.
      } finally {
        silence.stop();
      }
      return true;
    }
  }
}

/** Its signal aborts when a silence lasts too long. */
function watchSilence() {
  const tooLong = new AbortController();
  const begin = () => setTimeout(() => tooLong.abort(), longestSilenceMs);
  let current = begin();
  const stop = () => clearTimeout(current);
  return {
    signal: tooLong.signal,
    stop,
    /** Something was heard. */
    end() {
      stop();
      current = begin();
    },
  };
}

interface ServerEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

async function* eventsOf(response: Response): AsyncGenerator<ServerEvent> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    const blocks = (rest + read.value).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) yield eventOf(block);
  }
}

function eventOf(block: string): ServerEvent {
  const field = (name: string) =>
    block
      .split("\n")
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  return { id: field("id"), event: field("event") ?? "message", data: field("data") ?? "" };
}
