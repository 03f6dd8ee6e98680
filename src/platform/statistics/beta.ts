import { continuedFraction } from "./continued-fraction.ts";
import { logGamma } from "./gamma.ts";

/**
 * Probability that a Beta(a, b) variable is at most x: the regularized incomplete beta function
 * (NIST DLMF 8.17.22, as a continued fraction).
 */
export function betaCdf(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast on this side of the mean only; the other side is its mirror.
  if (x > (a + 1) / (a + b + 2)) return 1 - betaCdf(1 - x, b, a);
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x) - Math.log(a),
  );
  return front / continuedFraction(1, (n) => [coefficient(n, x, a, b), 1]);
}

function coefficient(n: number, x: number, a: number, b: number): number {
  const m = Math.floor(n / 2);
  return n % 2 === 0
    ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
}
