/** Turns a score into a probability: 1 / (1 + e^(slope · score + shift)). The slope is negative. */
export interface Calibration {
  readonly slope: number;
  readonly shift: number;
}

export interface ScoredExample {
  readonly score: number;
  readonly isYes: boolean;
}

export const probabilityOf = ({ slope, shift }: Calibration, score: number): number =>
  1 / (1 + Math.exp(slope * score + shift));

const maxRounds = 100;
const ridge = 1e-9;

/**
 * Fits Platt's calibration with the targets and the safeguards of Lin, Lin and Weng (2007), to scores of examples that
 * the model was not fitted to.
 */
export function fitCalibration(examples: readonly ScoredExample[]): Calibration {
  const yes = examples.filter(({ isYes }) => isYes).length;
  const no = examples.length - yes;
  const [upper, lower] = [(yes + 1) / (yes + 2), 1 / (no + 2)];
  let [slope, shift] = [0, Math.log((no + 1) / (yes + 1))];
  let loss = lossOf(slope, shift);
  for (let round = 0; round < maxRounds; round++) {
    const { gradient, hessian } = derivatives(slope, shift);
    if (Math.abs(gradient[0]) < 1e-6 && Math.abs(gradient[1]) < 1e-6) break;
    const determinant = hessian[0] * hessian[2] - hessian[1] * hessian[1];
    const slopeStep = -(hessian[2] * gradient[0] - hessian[1] * gradient[1]) / determinant;
    const shiftStep = -(hessian[0] * gradient[1] - hessian[1] * gradient[0]) / determinant;
    let size = 1;
    while (size >= 1e-10 && lossOf(slope + size * slopeStep, shift + size * shiftStep) >= loss) size /= 2;
    if (size < 1e-10) break;
    slope += size * slopeStep;
    shift += size * shiftStep;
    loss = lossOf(slope, shift);
  }
  // Scores that say the opposite of the labels carry nothing: then only the share of yes remains.
  return slope < 0 ? { slope, shift } : { slope: -1e-6, shift: Math.log((no + 1) / (yes + 1)) };

  function lossOf(a: number, b: number): number {
    let sum = 0;
    for (const { score, isYes } of examples) {
      const z = a * score + b;
      const target = isYes ? upper : lower;
      sum += z >= 0 ? target * z + Math.log1p(Math.exp(-z)) : (target - 1) * z + Math.log1p(Math.exp(z));
    }
    return sum;
  }

  function derivatives(a: number, b: number) {
    const hessian: [number, number, number] = [ridge, 0, ridge];
    const gradient: [number, number] = [0, 0];
    for (const { score, isYes } of examples) {
      const p = probabilityOf({ slope: a, shift: b }, score);
      const curvature = p * (1 - p);
      const error = (isYes ? upper : lower) - p;
      hessian[0] += score * score * curvature;
      hessian[1] += score * curvature;
      hessian[2] += curvature;
      gradient[0] += score * error;
      gradient[1] += error;
    }
    return { gradient, hessian };
  }
}
