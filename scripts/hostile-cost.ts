import type { CostClass } from "../src/checks/check.ts";
import costs from "./hostile-cost.json" with { type: "json" };

/** The most expensive hostile text of a check. */
export interface HostileCost {
  readonly check: string;
  /** CPU time for each character of a text of 64 KB, where every text of the datapoint is this one. */
  readonly nanoseconds: number;
  /** Times the cost of a text of a quarter of the length: 4 is linear. Absent below 500 ns, where it does not matter. */
  readonly growth?: number;
  /** Name of the text in `test/hostile/support/check-texts.ts`. */
  readonly text: string;
}

/** Results of `npm run measure-checks`. */
export const hostileCosts: readonly HostileCost[] = costs;

/** The most nanoseconds for each character that a check may take on hostile texts. */
export const costBounds: Readonly<Record<CostClass, number>> = {
  cheap: 6000,
  medium: 12_000,
  expensive: 30_000,
  judge: 0,
};

/** Quadratic growth would be 16. */
export const growthAtMost = 7;

export const costOf = (check: string) => hostileCosts.find((cost) => cost.check === check);
