import type { Heartbeat } from "../../platform/threads/heartbeat.ts";

/** What a redaction may cost, and what happens to texts that cost more. */
export interface RedactionLimits {
  /** CPU time after which the rest is not searched, milliseconds. */
  readonly cpuMs: number;
  /**
   * `refuse`: the whole request is given back, to be redacted where longer work is allowed. `replace`: each remaining
   * text is replaced by a marker, except for short ones.
   */
  readonly over: "refuse" | "replace";
  /** Texts, by their number in the request, that ended the thread before: they are replaced by a marker. */
  readonly skip: readonly number[];
}

/** Shorter texts are always searched: names, ids and numbers. */
const shortText = 200;
/** The clock, a system call, is read once for this many characters. */
const charactersPerReading = 4096;

/**
 * Creates the watch over the texts of one request at a time. It names each text to the pool of the thread, and decides
 * whether a text is searched.
 */
export function createRedactionWatch(heartbeat: Heartbeat, cpuMs: () => number) {
  let limits: RedactionLimits = { cpuMs: Number.POSITIVE_INFINITY, over: "replace", skip: [] };
  let [texts, unfinished, startedAt] = [0, 0, 0];
  let isRefused = false;
  let [charactersUnread, isLate] = [0, false];
  return {
    begin(given: RedactionLimits) {
      limits = given;
      [texts, unfinished, startedAt] = [0, 0, cpuMs()];
      isRefused = false;
      [charactersUnread, isLate] = [0, limits.cpuMs <= 0];
    },
    /** Returns false for a text that must be replaced whole. Throws if the request is refused. */
    mayRead: (text: string): boolean => {
      heartbeat.item(texts);
      const isSkipped = limits.skip.includes(texts++);
      if (!isSkipped && (text.length <= shortText || !isLateBefore(text))) return true;
      if (!isSkipped && limits.over === "refuse") {
        isRefused = true;
        throw new Error("the request costs more than its limit");
      }
      unfinished++;
      return false;
    },
    isRefused: () => isRefused,
    unfinished: () => unfinished,
    usedMs: () => cpuMs() - startedAt,
  };

  /** Returns whether the time was over before this text; it counts for the next reading. */
  function isLateBefore({ length }: string): boolean {
    if (!isLate && charactersUnread >= charactersPerReading) {
      isLate = cpuMs() - startedAt > limits.cpuMs;
      charactersUnread = 0;
    }
    charactersUnread += length;
    return isLate;
  }
}
