/** Agreement of two raters on the same cases. */
export interface Agreement {
  readonly cases: number;
  readonly agreed: number;
  /** Share of cases; absent if there are none. */
  readonly share?: number;
  /** Cohen's kappa (Cohen 1960): agreement beyond chance; absent if chance alone explains all of it. */
  readonly kappa?: number;
}

export function agreementOf(pairs: readonly (readonly [boolean, boolean])[]): Agreement {
  const cases = pairs.length;
  const agreed = pairs.filter(([one, other]) => one === other).length;
  if (cases === 0) return { cases, agreed };
  const share = agreed / cases;
  const yesOf = (rater: 0 | 1) => pairs.filter((pair) => pair[rater]).length / cases;
  const byChance = yesOf(0) * yesOf(1) + (1 - yesOf(0)) * (1 - yesOf(1));
  return { cases, agreed, share, ...(byChance === 1 ? {} : { kappa: (share - byChance) / (1 - byChance) }) };
}
