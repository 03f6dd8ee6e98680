/** Similarities of all pairs of examples, row after row: the product of their features. */
export interface GramMatrix {
  readonly size: number;
  readonly products: Float64Array;
}

export interface RegressionExample {
  /** Its row of the matrix. */
  readonly row: number;
  readonly isYes: boolean;
}

/** Influence of each example on the weights, with its sign: the weights are Σ influence · features. */
export interface Regression {
  readonly influences: Float64Array;
}

const maxSweeps = 60;
const enough = 1e-4;

/**
 * Fits a logistic regression with L2 regularization in its dual form, one example after the other (Yu, Huang and Lin,
 * 2011), so that the cost depends on the number of examples and not of features. `cost`: of an error; both classes
 * weigh the same. Deterministic.
 */
export function fitRegression(
  { size, products }: GramMatrix,
  examples: readonly RegressionExample[],
  cost: number,
): Regression {
  const influences = new Float64Array(size);
  const yes = examples.filter(({ isYes }) => isYes).length;
  const costOf = (isYes: boolean): number =>
    (cost * examples.length) / (2 * Math.max(1, isYes ? yes : examples.length - yes));
  const scores = new Float64Array(size);
  for (let sweep = 0; sweep < maxSweeps; sweep++) {
    let largest = 0;
    for (const { row, isYes } of examples) {
      const sign = isYes ? 1 : -1;
      const limit = costOf(isYes);
      const own = products[row * size + row] ?? 0;
      const before = (influences[row] ?? 0) * sign;
      const others = sign * (scores[row] ?? 0) - own * before;
      const after = limit * rootShare(others, own * limit, before / limit);
      const change = sign * (after - before);
      if (change === 0) continue;
      largest = Math.max(largest, Math.abs(change) / limit);
      influences[row] = (influences[row] ?? 0) + change;
      for (const other of examples)
        scores[other.row] = (scores[other.row] ?? 0) + change * (products[row * size + other.row] ?? 0);
    }
    if (largest < enough) break;
  }
  return { influences };
}

/** Returns s in 0..1 with others + own·s + ln(s / (1 − s)) = 0: Newton's method within a shrinking interval. */
function rootShare(others: number, own: number, start: number): number {
  let [low, high] = [0, 1];
  let share = start > 0 && start < 1 ? start : 1 / (1 + Math.exp(others));
  for (let round = 0; round < 30; round++) {
    share = Math.min(1 - 1e-12, Math.max(1e-12, share));
    const value = others + own * share + Math.log(share / (1 - share));
    if (value > 0) high = share;
    else low = share;
    const next = share - value / (own + 1 / (share * (1 - share)));
    const inside = next > low && next < high ? next : (low + high) / 2;
    if (Math.abs(inside - share) < 1e-9) return inside;
    share = inside;
  }
  return share;
}
