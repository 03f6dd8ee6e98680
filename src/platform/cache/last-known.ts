import { Failure } from "../failure.ts";

interface Options<Key, Value> {
  readonly read: (key: Key) => Promise<Value>;
  /** Values that may be served during an outage. Others are believed as long as any, and then read again. */
  readonly isLasting?: (value: Value) => boolean;
  /** How long a value counts as current. */
  readonly freshMs: number;
  /** How long a value is served while the source does not answer, from the last time it was read; 0: not at all. */
  readonly graceMs: number;
  /** How long a caller waits for the source before it counts as away. */
  readonly patienceMs?: number;
  /** Pause between attempts to reach a source that is away. */
  readonly probeEveryMs?: number;
  /** Of each sort, lasting or not; the one unused for longest leaves first. */
  readonly maxEntries: number;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Names the source in messages: "the records". */
  readonly source: string;
}

export interface LastKnown<Key, Value> {
  /**
   * Returns the current value, from memory where it is fresh. While the source is away, returns the last known value
   * within its grace and throws Failure("dependency") without one.
   */
  readonly get: (key: Key) => Value | Promise<Value>;
  /** The value is read again at the next `get`: it was changed here. */
  readonly forget: (key: Key) => void;
}

interface Entry<Value> {
  readonly value: Value;
  readonly at: number;
}

const patienceTicks = 8;

/**
 * Values of a source that may go away, such as tokens in the records. Concurrent reads of one key share one request. The
 * first failure marks the source as away; until a probe in the background succeeds, nobody waits for it.
 */
export function createLastKnown<Key, Value>(options: Options<Key, Value>): LastKnown<Key, Value> {
  const { read, isLasting = () => true, freshMs, graceMs, patienceMs = 2000, probeEveryMs = 1000 } = options;
  const { maxEntries, now, source } = options;
  const lasting = new Map<Key, Entry<Value>>();
  // Guesses flood this map only, and never push out what is served during an outage.
  const passing = new Map<Key, Entry<Value>>();
  const reading = new Map<Key, Promise<Value>>();
  let isAway = false;
  let isProbing = false;
  /** The key that was last requested in vain: one that can never be read must not keep the source away for all. */
  let wanted: Key | undefined;

  return {
    get(key) {
      const known = lasting.get(key) ?? passing.get(key);
      if (known && now() - known.at < freshMs) {
        use(key, known);
        return known.value;
      }
      if (isAway) return served(key, away());
      return waitFor(key);
    },
    forget(key) {
      lasting.delete(key);
      passing.delete(key);
      reading.delete(key);
      // The change itself reached the source.
      isAway = false;
    },
  };

  async function waitFor(key: Key): Promise<Value> {
    try {
      return await withinPatience(reading.get(key) ?? begin(key));
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
        // A change in between has begun another read, which knows better.
        if (reading.get(key) === promise) remember(key, value);
        return value;
      })
      .finally(() => {
        if (reading.get(key) === promise) reading.delete(key);
      });
    reading.set(key, promise);
    return promise;
  }

  /** Throws `cause` where nothing may be served. */
  function served(key: Key, cause: unknown): Value {
    wanted = key;
    const known = lasting.get(key);
    if (!known || now() - known.at >= graceMs) throw cause;
    use(key, known);
    return known.value;
  }

  /** One probe after another until the source answers. Each is given up after the patience, as a caller would. */
  function probeLater(key: Key): void {
    isProbing = true;
    const timer = setTimeout(() => {
      withinPatience(begin(wanted ?? key)).then(answered, (thrown: unknown) =>
        isOutage(thrown) ? probeLater(key) : answered(),
      );
    }, probeEveryMs);
    timer.unref();
  }

  function answered(): void {
    isAway = false;
    isProbing = false;
  }

  function withinPatience(promise: Promise<Value>): Promise<Value> {
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    // Counted in ticks: time in which this process itself was held up is not held against the source.
    let ticks = 0;
    const timer = setInterval(() => ++ticks === patienceTicks && reject(away()), patienceMs / patienceTicks);
    // After the caller gave up, nobody handles a late rejection.
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
    put(map, key, entry);
  }

  function use(key: Key, entry: Entry<Value>): void {
    if (lasting.has(key)) put(lasting, key, entry);
  }

  function put(map: Map<Key, Entry<Value>>, key: Key, entry: Entry<Value>): void {
    map.delete(key);
    map.set(key, entry);
    const [oldest] = map.keys();
    if (map.size > maxEntries && oldest !== undefined) map.delete(oldest);
  }
}

const isOutage = (thrown: unknown): boolean => thrown instanceof Failure && thrown.blame === "dependency";
