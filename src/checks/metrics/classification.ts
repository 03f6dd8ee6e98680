/** The expected and the predicted label of one row. Absent: the model returned no label. */
export interface LabelledRow {
  readonly expected: string;
  readonly actual: string | undefined;
}

interface Quality {
  /** Of the rows predicted as this label, the share that has it. 0 if none was predicted. */
  readonly precision: number;
  /** Of the rows that have this label, the share predicted as it. 0 if no row has it. */
  readonly recall: number;
  /** Harmonic mean of precision and recall. */
  readonly f1: number;
}

export interface LabelScore extends Quality {
  readonly label: string;
  /** Number of rows with this expected label. */
  readonly support: number;
}

export interface ClassificationMetrics {
  readonly rows: number;
  readonly accuracy: number;
  /** Unweighted mean over labels. */
  readonly macro: Quality;
  /** Mean over labels, weighted by support. */
  readonly weighted: Quality;
  readonly labels: readonly LabelScore[];
  /** `counts[i][j]`: rows of label i predicted as label j, in the order of `labels`. */
  readonly confusionMatrix: readonly (readonly number[])[];
  /** Rows without an answer: wrong for their label, and in no column of the matrix. */
  readonly unanswered: number;
}

/** Metrics of a classification as scikit-learn defines them (zero_division=0). Labels are sorted. */
export function classificationMetrics(rows: readonly LabelledRow[]): ClassificationMetrics {
  const names = [
    ...new Set(rows.flatMap(({ expected, actual }) => (actual === undefined ? [expected] : [expected, actual]))),
  ];
  names.sort();
  const indexOf = new Map(names.map((name, index) => [name, index]));
  const counts = names.map(() => names.map(() => 0));
  for (const { expected, actual } of rows) {
    const line = counts[indexOf.get(expected) ?? -1];
    const column = actual === undefined ? undefined : indexOf.get(actual);
    if (line && column !== undefined) line[column] = (line[column] ?? 0) + 1;
  }
  const labels = names.map((label, index) => labelScore(label, index, rows, counts));
  const hits = rows.filter(({ expected, actual }) => expected === actual).length;
  return {
    rows: rows.length,
    accuracy: share(hits, rows.length),
    macro: mean(labels, () => 1),
    weighted: mean(labels, ({ support }) => support),
    labels,
    confusionMatrix: counts,
    unanswered: rows.filter(({ actual }) => actual === undefined).length,
  };
}

function labelScore(
  label: string,
  index: number,
  rows: readonly LabelledRow[],
  counts: readonly (readonly number[])[],
): LabelScore {
  const hits = counts[index]?.[index] ?? 0;
  const called = counts.reduce((sum, line) => sum + (line[index] ?? 0), 0);
  const support = rows.filter(({ expected }) => expected === label).length;
  const precision = share(hits, called);
  const recall = share(hits, support);
  return { label, precision, recall, f1: share(2 * precision * recall, precision + recall), support };
}

function mean(labels: readonly LabelScore[], weightOf: (label: LabelScore) => number): Quality {
  const total = labels.reduce((sum, label) => sum + weightOf(label), 0);
  const of = (pick: (label: LabelScore) => number) =>
    share(
      labels.reduce((sum, label) => sum + weightOf(label) * pick(label), 0),
      total,
    );
  return { precision: of(({ precision }) => precision), recall: of(({ recall }) => recall), f1: of(({ f1 }) => f1) };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
