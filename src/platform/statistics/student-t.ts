import { betaCdf } from "./beta.ts";
import { logGamma } from "./gamma.ts";

/** Probability that Student's t with `df` degrees of freedom is at most `t`. */
export function studentCdf(t: number, df: number): number {
  if (t === 0) return 0.5;
  const tail = betaCdf(df / (df + t * t), df / 2, 0.5) / 2;
  return t > 0 ? 1 - tail : tail;
}

export function studentDensity(t: number, df: number): number {
  return Math.exp(
    logGamma((df + 1) / 2) -
      logGamma(df / 2) -
      0.5 * Math.log(df * Math.PI) -
      ((df + 1) / 2) * Math.log1p((t * t) / df),
  );
}

/** The t that `studentCdf` maps to `probability`, between 0 and 1; by bisection. */
export function studentQuantile(probability: number, df: number): number {
  let high = 1;
  while (studentCdf(high, df) < Math.max(probability, 1 - probability)) high *= 2;
  let low = -high;
  for (let step = 0; step < 200 && high - low > 1e-13 * Math.max(1, Math.abs(low)); step++) {
    const middle = (low + high) / 2;
    if (studentCdf(middle, df) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
