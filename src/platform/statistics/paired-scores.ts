import { studentCdf, studentDensity, studentQuantile } from "./distributions.ts";
import type { PairedComparison } from "./paired-outcomes.ts";

/**
 * Compares scores of the same rows by their differences, second minus first: Student's paired t-test, its interval,
 * and chance and risk of the posterior that goes with it (flat prior: the mean follows the same t distribution).
 * Undefined for less than three rows, whose expected loss has no bound.
 */
export function comparePairedScores(differences: readonly number[]): PairedComparison | undefined {
  const rows = differences.length;
  if (rows < 3) return undefined;
  const mean = differences.reduce((sum, each) => sum + each, 0) / rows;
  const variance = differences.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (rows - 1);
  const error = Math.sqrt(variance / rows);
  if (error < 1e-12 * Math.max(1, Math.abs(mean))) return withoutSpread(mean, rows);
  const df = rows - 1;
  const t = mean / error;
  const half = studentQuantile(0.975, df) * error;
  return {
    difference: mean,
    low: mean - half,
    high: mean + half,
    pValue: 2 * studentCdf(-Math.abs(t), df),
    chanceToBeat: studentCdf(t, df),
    riskToShip: error * shortfall(t, df),
    riskToKeep: error * shortfall(-t, df),
  };
}

/** Every row moved by the same amount: only the direction can be tested, by the sign test. */
function withoutSpread(mean: number, rows: number): PairedComparison {
  const oneSided = mean === 0 ? 0.5 : 0.5 ** rows;
  return {
    difference: mean,
    low: mean,
    high: mean,
    pValue: 2 * oneSided,
    chanceToBeat: mean < 0 ? oneSided : 1 - oneSided,
    riskToShip: Math.max(0, -mean),
    riskToKeep: Math.max(0, mean),
  };
}

/** E[max(0, −(t + T))] for T following Student's distribution, df ≥ 2. */
function shortfall(t: number, df: number): number {
  return ((df + t * t) / (df - 1)) * studentDensity(t, df) - t * studentCdf(-t, df);
}
