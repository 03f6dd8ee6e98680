// Lanczos' approximation with g = 7 and nine terms (P. Godfrey, 2001); relative error below 1e-13 for x > 0.
const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;

/** Natural logarithm of the gamma function, for x > 0. */
function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const at = x - 1;
  const sum = lanczos.reduce((total, term, index) => (index === 0 ? term : total + term / (at + index)), 0);
  const t = at + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (at + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** Natural logarithm of n over k. */
export function logChoose(n: number, k: number): number {
  return logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
}

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
  return front / continuedFraction((n) => coefficient(n, x, a, b));
}

function coefficient(n: number, x: number, a: number, b: number): number {
  const m = Math.floor(n / 2);
  return n % 2 === 0
    ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
}

const tiny = 1e-300;
const enough = 1e-15;
const maxTerms = 10_000;

/** 1 + a1 / (1 + a2 / (1 + …)) by the modified method of Lentz (Thompson and Barnett, 1986); `term(n)` gives aₙ. */
function continuedFraction(term: (n: number) => number): number {
  let value = 1;
  let c = 1;
  let d = 0;
  for (let n = 1; n <= maxTerms; n++) {
    const a = term(n);
    d = 1 + a * d;
    d = 1 / (d === 0 ? tiny : d);
    c = 1 + a / c;
    if (c === 0) c = tiny;
    const step = c * d;
    value *= step;
    if (Math.abs(step - 1) < enough) break;
  }
  return value;
}

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
