const tiny = 1e-300;
const enough = 1e-15;
const maxTerms = 10_000;

/**
 * b0 + a1 / (b1 + a2 / (b2 + …)) by the modified method of Lentz (Thompson and Barnett, 1986).
 * `term(n)` gives [aₙ, bₙ] for n ≥ 1.
 */
export function continuedFraction(b0: number, term: (n: number) => readonly [number, number]): number {
  let value = b0 === 0 ? tiny : b0;
  let c = value;
  let d = 0;
  for (let n = 1; n <= maxTerms; n++) {
    const [a, b] = term(n);
    d = b + a * d;
    d = 1 / (d === 0 ? tiny : d);
    c = b + a / c;
    if (c === 0) c = tiny;
    const step = c * d;
    value *= step;
    if (Math.abs(step - 1) < enough) break;
  }
  return value;
}
