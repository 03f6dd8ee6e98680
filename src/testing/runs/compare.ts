import type { ScoreDirection } from "../../checks/index.ts";
import { textOf } from "../../checks/service.ts";
import type { Verdict } from "../../datapoints/index.ts";
import type { DatapointId, TestRunId } from "../../platform/ids.ts";
import type { Json } from "../../platform/json/json.ts";
import { adjustForMany } from "../../platform/statistics/false-discovery.ts";
import {
  comparePairedOutcomes,
  type PairedComparison,
  type PairedOutcomes,
} from "../../platform/statistics/paired-outcomes.ts";
import { comparePairedScores } from "../../platform/statistics/paired-scores.ts";
import type { TestRun } from "../test-run.ts";
import type { JudgedRow } from "./run-metrics.ts";

export interface ComparedRun {
  readonly run: TestRun;
  readonly rows: readonly JudgedRow[];
}

/** `different`: significant, but neither side is better. */
type CompareConclusion = "better" | "worse" | "different" | "not_significant";

type Figures = Pick<PairedComparison, "difference" | "low" | "high" | "pValue"> & Partial<PairedComparison>;
type PairedStatistics<Statistics extends Figures = PairedComparison> = Statistics & {
  /** Adjusted for multiple comparisons (Benjamini and Hochberg). */
  readonly pValueAdjusted: number;
  readonly significant: boolean;
  readonly conclusion: CompareConclusion;
};

/** One check in one run compared to the base. */
export interface CheckComparison {
  readonly runId: TestRunId;
  readonly check: string;
  /** Rows with a verdict of the same version in both runs. */
  readonly matched: number;
  readonly outcomes: PairedOutcomes;
  /** Comparison of pass rates; absent without a matched row. */
  readonly passRate?: PairedStatistics;
  /** Comparison of mean values, for checks with scores; absent below three matched rows. */
  readonly score?: ScoreStatistics;
  /** Rows with verdicts of different check versions, which cannot be compared. */
  readonly otherVersion: number;
}

/** Without chances and risks where the direction is neutral. */
type ScoreStatistics = PairedStatistics<Figures> & { readonly direction: ScoreDirection };

/** A row whose verdict differs between a run and the base. Regressions come first. */
export interface ChangedRow {
  readonly runId: TestRunId;
  readonly check: string;
  readonly rowId: string;
  readonly repeat: number;
  readonly input: string;
  readonly datapointId: DatapointId;
  readonly baseDatapointId: DatapointId;
  readonly change: "worsened" | "improved";
}

export interface Comparison {
  /** By run, regressions first. */
  readonly checks: readonly CheckComparison[];
  readonly changed: readonly ChangedRow[];
}

/** Returns which scores of a check are better. */
export type DirectionOf = (check: TestRun["checks"][number]) => ScoreDirection;

interface Pair {
  readonly row: JudgedRow;
  readonly base: JudgedRow;
  readonly before: Verdict;
  readonly after: Verdict;
}

/**
 * Compares runs to the base row by row. Rows are the same if their inputs are, regardless of the set's
 * version.
 */
export function compareRuns(
  base: ComparedRun,
  others: readonly ComparedRun[],
  { alpha = 0.05, directionOf }: { readonly alpha?: number; readonly directionOf: DirectionOf },
): Comparison {
  const compared = others.flatMap(({ run, rows }) =>
    checksOfBoth(base.run, run).map((check) => ({
      run,
      check: check.check,
      direction: directionOf(check),
      ...pairsOf(check.check, base.rows, rows),
    })),
  );
  const raw = compared.map(({ run, check, direction, pairs, otherVersion }) => ({
    runId: run.id,
    check,
    matched: pairs.length,
    otherVersion,
    outcomes: outcomesOf(pairs),
    passRate: comparePairedOutcomes(outcomesOf(pairs)),
    direction,
    score: isScored(pairs) ? compareScores(pairs, direction) : undefined,
  }));
  const adjust = adjuster(
    raw.flatMap(({ passRate, score }) => [passRate, score].filter((each) => each !== undefined)),
    alpha,
  );
  const checks = raw.map(({ passRate, score, direction, ...rest }) => ({
    ...rest,
    ...(passRate ? { passRate: adjust(passRate, "higher") } : {}),
    ...(score ? { score: { ...adjust(score, direction), direction } } : {}),
  }));
  return {
    // Sorts each run by regression; the sort is stable.
    checks: others.flatMap(({ run }) =>
      checks.filter(({ runId }) => runId === run.id).sort((left, right) => worseness(right) - worseness(left)),
    ),
    changed: compared.flatMap(changesOf).sort((left, right) => right.change.localeCompare(left.change)),
  };
}

const previewCharacters = 300;
/** Returns the beginning of a value's text or JSON. */
export const previewOf = (value: Json): string => textOf(value).slice(0, previewCharacters);

function checksOfBoth(base: TestRun, run: TestRun): TestRun["checks"] {
  const ofBase = new Set(base.checks.map(({ check }) => check));
  return run.checks.filter(({ check }) => ofBase.has(check));
}

/** Compares so that "better" follows the direction; the difference and its interval keep the sign of the values. */
function compareScores(pairs: readonly Pair[], direction: ScoreDirection): Figures | undefined {
  const sign = direction === "lower" ? -1 : 1;
  const found = comparePairedScores(pairs.map((pair) => sign * differenceOf(pair)));
  if (!found) return undefined;
  const { difference, low, high, ...rest } = found;
  const figures = sign === 1 ? { difference, low, high } : { difference: -difference, low: -high, high: -low };
  return direction === "neutral" ? { ...figures, pValue: rest.pValue } : { ...figures, ...rest };
}

function pairsOf(check: string, base: readonly JudgedRow[], rows: readonly JudgedRow[]) {
  const verdictOf = ({ judged }: JudgedRow) =>
    judged?.verdicts.find((each) => each.check === check && (each.state === "passed" || each.state === "failed"));
  const befores = new Map(base.map((row) => [`${row.rowId} ${row.repeat}`, row]));
  const pairs: Pair[] = [];
  let otherVersion = 0;
  for (const row of rows) {
    const other = befores.get(`${row.rowId} ${row.repeat}`);
    const [before, after] = [other && verdictOf(other), verdictOf(row)];
    if (!other || !before || !after) continue;
    if (before.version === after.version) pairs.push({ row, base: other, before, after });
    else otherVersion++;
  }
  return { pairs, otherVersion };
}

function outcomesOf(pairs: readonly Pair[]): PairedOutcomes {
  const count = (before: Verdict["state"], after: Verdict["state"]) =>
    pairs.filter((pair) => pair.before.state === before && pair.after.state === after).length;
  return {
    bothPassed: count("passed", "passed"),
    improved: count("failed", "passed"),
    worsened: count("passed", "failed"),
    bothFailed: count("failed", "failed"),
  };
}

function isScored(pairs: readonly Pair[]): boolean {
  return pairs.some(({ before, after }) => typeof before.value === "number" || typeof after.value === "number");
}

/** Sorts significant regressions first, then by the drop of the rate. */
function worseness({ passRate, score }: CheckComparison): number {
  const isRegression = [passRate, score].some((statistics) => statistics?.conclusion === "worse");
  return (isRegression ? 2 : 0) - (passRate?.difference ?? 0);
}

const differenceOf = ({ before, after }: Pair) => Number(after.value ?? 0) - Number(before.value ?? 0);

function adjuster(all: readonly Figures[], alpha: number) {
  const adjusted = adjustForMany(all.map(({ pValue }) => pValue));
  const byComparison = new Map(all.map((each, index) => [each, adjusted[index] ?? 1]));
  return <Found extends Figures>(found: Found, direction: ScoreDirection): PairedStatistics<Found> => {
    const pValueAdjusted = byComparison.get(found) ?? 1;
    const significant = pValueAdjusted < alpha;
    return { ...found, pValueAdjusted, significant, conclusion: concluded(found, significant, direction) };
  };
}

function concluded({ difference }: Figures, significant: boolean, direction: ScoreDirection): CompareConclusion {
  if (!significant || difference === 0) return "not_significant";
  if (direction === "neutral") return "different";
  return difference > 0 === (direction === "higher") ? "better" : "worse";
}

function changesOf({ run, check, pairs }: { run: TestRun; check: string; pairs: readonly Pair[] }): ChangedRow[] {
  return pairs
    .filter(({ before, after }) => before.state !== after.state)
    .map(({ row, base, after }) => ({
      runId: run.id,
      check,
      rowId: row.rowId,
      repeat: row.repeat,
      input: previewOf(row.input),
      datapointId: row.datapointId,
      baseDatapointId: base.datapointId,
      change: after.state === "passed" ? "improved" : "worsened",
    }));
}
