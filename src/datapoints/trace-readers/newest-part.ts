import { isTooMuch } from "../../storage/clickhouse/problems.ts";
import { leastStretchMs, shorterStretchMs } from "../lists/stretches.ts";
import type { Range } from "../ports/datapoint-reader.ts";
import type { TimedReadNeeds } from "../readers/reads.ts";
import { facetShare } from "../readers/scope-sql.ts";

interface Part<Counted> {
  readonly counted: Counted;
  /** Unix milliseconds: what is older was not counted. Absent: all was. */
  readonly since?: number;
}

/**
 * What is counted of a range, or else of the newest eighth of it, or of an eighth of that: each try may take two thirds
 * of the time that is left to a facet.
 */
export async function ofNewestPart<Counted>(
  { clock, readSeconds }: Pick<TimedReadNeeds, "clock" | "readSeconds">,
  range: Range,
  count: (range: Range, seconds: number) => Promise<Counted>,
): Promise<Part<Counted>> {
  const until = clock() + readSeconds * 1000 * facetShare;
  for (let lengthMs = range.to - range.from; ; lengthMs = shorterStretchMs(lengthMs)) {
    const since = range.to - lengthMs;
    const mostMs = Math.max(((until - clock()) * 2) / 3, 100);
    try {
      const counted = await count({ from: since, to: range.to }, mostMs / 1000);
      return since === range.from ? { counted } : { counted, since };
    } catch (thrown) {
      if (!isTooMuch(thrown) || lengthMs <= leastStretchMs || clock() >= until) throw thrown;
    }
  }
}
