import { LRUCache } from "lru-cache";
import { Failure } from "../failure.ts";

interface Options<Key, Value> {
  readonly read: (key: Key) => Promise<Value>;
  /** Returns whether a value may be served during an outage. Other values are cached for `freshMs` only. */
  readonly isLasting?: (value: Value) => boolean;
  readonly freshMs: number;
  /** The same for values that are not lasting; `freshMs` by default. */
  readonly passingFreshMs?: number;
  /** How long a value is served while the source does not respond, from the time it was last read; 0 disables it. */
  readonly graceMs: number;
  /** How long a caller waits for the source before it counts as unavailable. */
  readonly timeoutMs?: number;
  /** Pause between attempts to reach an unavailable source. */
  readonly probeEveryMs?: number;
  /** Limit for each kind, lasting or not; the least recently used entry is evicted first. */
  readonly maxEntries: number;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Name of the source in messages, such as "the records". */
  readonly source: string;
}

export interface LastKnown<Key extends {}, Value> {
  /**
   * Returns the current value, from memory if it is fresh. While the source is unavailable, returns the last known
   * value within its grace period, and throws Failure("dependency") without one.
   */
  readonly get: (key: Key) => Value | Promise<Value>;
  /** Returns whether `get` would read a key for which no lasting value was ever found. */
  readonly isUnread: (key: Key) => boolean;
  /** Forces a read at the next `get`, after a change in this process. */
  readonly invalidate: (key: Key) => void;
}

interface Entry<Value> {
  readonly value: Value;
  readonly at: number;
}

const timeoutTicks = 8;

/**
 * Caches values of a source that may become unavailable, such as tokens in the records. Concurrent reads of one key
 * share one request. The first failure marks the source as unavailable; until a background probe succeeds, no
 * caller waits for it.
 */
export function createLastKnown<Key extends {}, Value>(options: Options<Key, Value>): LastKnown<Key, Value> {
  const { read, isLasting = () => true, freshMs, graceMs, timeoutMs = 2000, probeEveryMs = 1000 } = options;
  const { maxEntries, now, source, passingFreshMs = freshMs } = options;
  const lasting = new LRUCache<Key, Entry<Value>>({ max: maxEntries });
  // Guessed keys fill only this map, and never evict what is served during an outage.
  const passing = new LRUCache<Key, Entry<Value>>({ max: maxEntries });
  const reading = new Map<Key, Promise<Value>>();
  let isAway = false;
  let isProbing = false;
  /**
   * The last key that could not be read. One key that can never be read must not keep the source marked as
   * unavailable.
   */
  let wanted: Key | undefined;

  return {
    get(key) {
      const known = freshOf(key);
      if (known) return known.value;
      if (isAway) return served(key, away());
      return waitFor(key);
    },
    isUnread: (key) => !lasting.has(key) && freshOf(key) === undefined,
    invalidate(key) {
      lasting.delete(key);
      passing.delete(key);
      reading.delete(key);
      // The change itself reached the source.
      isAway = false;
    },
  };

  function freshOf(key: Key): Entry<Value> | undefined {
    const longTerm = lasting.get(key);
    const known = longTerm ?? passing.get(key);
    return known && now() - known.at < (longTerm ? freshMs : passingFreshMs) ? known : undefined;
  }

  async function waitFor(key: Key): Promise<Value> {
    try {
      return await withTimeout(reading.get(key) ?? begin(key));
    } catch (thrown) {
      if (isOutage(thrown)) {
        isAway = true;
        if (!isProbing) probeLater(key);
      }
      return served(key, thrown);
    }
  }

  function begin(key: Key): Promise<Value> {
    const promise = read(key)
      .then((value) => {
        // A change in the meantime has started a newer read.
        if (reading.get(key) === promise) remember(key, value);
        return value;
      })
      .finally(() => {
        if (reading.get(key) === promise) reading.delete(key);
      });
    reading.set(key, promise);
    return promise;
  }

  function served(key: Key, cause: unknown): Value {
    wanted = key;
    const known = lasting.get(key);
    if (!known || now() - known.at >= graceMs) throw cause;
    return known.value;
  }

  /** Probes until the source responds. Each probe has the timeout of a caller. */
  function probeLater(key: Key): void {
    isProbing = true;
    const timer = setTimeout(() => {
      withTimeout(begin(wanted ?? key)).then(markAvailable, (thrown: unknown) =>
        isOutage(thrown) ? probeLater(key) : markAvailable(),
      );
    }, probeEveryMs);
    timer.unref();
  }

  function markAvailable(): void {
    isAway = false;
    isProbing = false;
  }

  function withTimeout(promise: Promise<Value>): Promise<Value> {
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    // Counted in ticks: time in which this process was blocked does not count against the source.
    let ticks = 0;
    const timer = setInterval(() => ++ticks === timeoutTicks && reject(away()), timeoutMs / timeoutTicks);
    // After the caller gave up, a late rejection has no handler.
    promise.catch(() => {});
    return Promise.race([promise, tooLate]).finally(() => clearInterval(timer));
  }

  function away(): Failure {
    return new Failure("dependency", `${source} do not answer`, { reason: "unreachable", retryAfterSeconds: 5 });
  }

  function remember(key: Key, value: Value): void {
    const entry = { value, at: now() };
    const [map, other] = isLasting(value) ? [lasting, passing] : [passing, lasting];
    other.delete(key);
    map.set(key, entry);
  }
}

const isOutage = (thrown: unknown): boolean => thrown instanceof Failure && thrown.blame === "dependency";
