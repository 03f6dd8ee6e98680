import type { Range } from "../../platform/paging.ts";
import { isTooMuch } from "../../storage/service.ts";
import { minWindowMs, shorterWindowMs } from "../lists/time-windows.ts";
import type { TimedReaderDependencies } from "../readers/reads.ts";
import { facetShare } from "../readers/scope-sql.ts";

interface Part<Counted> {
  readonly counted: Counted;
  /** Unix milliseconds: older data was not counted. Absent: all of it was. */
  readonly since?: number;
}

/**
 * Counts over a range or, if that takes too long, over its newest eighth, and an eighth of that: each attempt
 * may take two thirds of the remaining time of a facet.
 */
export async function ofNewestPart<Counted>(
  { clock, readSeconds }: Pick<TimedReaderDependencies, "clock" | "readSeconds">,
  range: Range,
  count: (range: Range, seconds: number) => Promise<Counted>,
): Promise<Part<Counted>> {
  const until = clock() + readSeconds * 1000 * facetShare;
  for (let lengthMs = range.to - range.from; ; lengthMs = shorterWindowMs(lengthMs)) {
    const since = range.to - lengthMs;
    const mostMs = Math.max(((until - clock()) * 2) / 3, 100);
    try {
      const counted = await count({ from: since, to: range.to }, mostMs / 1000);
      return since === range.from ? { counted } : { counted, since };
    } catch (thrown) {
      if (!isTooMuch(thrown) || lengthMs <= minWindowMs || clock() >= until) throw thrown;
    }
  }
}
