import { betaCdf, logChoose } from "./distributions.ts";

/** How often two variants passed on the same rows. */
export interface PairedOutcomes {
  readonly bothPassed: number;
  /** Failed before, passes now. */
  readonly improved: number;
  /** Passed before, fails now. */
  readonly worsened: number;
  readonly bothFailed: number;
}

/**
 * The result of comparing the second variant with the first on the same rows. Differences are in the unit of the
 * compared value.
 */
export interface PairedComparison {
  readonly difference: number;
  /** 95 % confidence interval of the difference. */
  readonly low: number;
  readonly high: number;
  /** Two-sided. */
  readonly pValue: number;
  /** Probability that the second is the better one. */
  readonly chanceToBeat: number;
  /** Expected loss of choosing the second, if it is the worse one. */
  readonly riskToShip: number;
  /** Expected loss of keeping the first, if the second is the better one. */
  readonly riskToKeep: number;
}

/**
 * Compares two pass rates on the same rows. The p-value is McNemar's exact one (binomial over the rows that changed);
 * the interval is Bonett and Price's adjusted Wald interval for paired proportions (2012), which stays honest on few
 * rows; chance and risk are those of a Dirichlet(1, 1, 1) posterior over improved, worsened and unchanged rows.
 * Undefined without rows.
 */
export function comparePairedOutcomes(outcomes: PairedOutcomes): PairedComparison | undefined {
  const { improved, worsened } = outcomes;
  const rows = outcomes.bothPassed + improved + worsened + outcomes.bothFailed;
  if (rows === 0) return undefined;
  return {
    difference: (improved - worsened) / rows,
    ...bonettPrice(improved, worsened, rows),
    pValue: mcnemarExact(improved, worsened),
    ...posterior(improved, worsened, rows),
  };
}

function mcnemarExact(improved: number, worsened: number): number {
  const changed = improved + worsened;
  let tail = 0;
  for (let count = 0; count <= Math.min(improved, worsened); count++)
    tail += Math.exp(logChoose(changed, count) - changed * Math.LN2);
  return Math.min(1, 2 * tail);
}

const z95 = 1.959963984540054;

function bonettPrice(improved: number, worsened: number, rows: number) {
  const up = (improved + 1) / (rows + 2);
  const down = (worsened + 1) / (rows + 2);
  const half = z95 * Math.sqrt((up + down - (up - down) ** 2) / (rows + 2));
  return { low: Math.max(-1, up - down - half), high: Math.min(1, up - down + half) };
}

/**
 * The share of changed rows and the share of improved ones among them are independent under a Dirichlet posterior, so
 * the expected loss is a product: E[changed] · E[max(0, 1 − 2·share of improved)].
 */
function posterior(improved: number, worsened: number, rows: number) {
  const up = improved + 1;
  const down = worsened + 1;
  const changed = (up + down) / (rows + 3);
  return {
    chanceToBeat: 1 - betaCdf(0.5, up, down),
    riskToShip: changed * shortfall(up, down),
    riskToKeep: changed * shortfall(down, up),
  };
}

/** E[max(0, 1 − 2θ)] for θ ~ Beta(a, b). */
function shortfall(a: number, b: number): number {
  return betaCdf(0.5, a, b) - ((2 * a) / (a + b)) * betaCdf(0.5, a + 1, b);
}
