/** A measured share with its 95 % Wilson interval (Wilson 1927) and the number of rows it is of. */
export interface MeasuredShare {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly of: number;
}

/** How checks did on a group of labelled rows. Patterns are tuned on the dev split; the test split is only measured. */
export interface AccuracyFigure {
  /** The checks measured together: a row counts as found where any of them finds it. */
  readonly checks: readonly string[];
  readonly set: string;
  readonly split: "dev" | "test" | "all";
  readonly group: string;
  readonly counts: { readonly tp: number; readonly fp: number; readonly fn: number; readonly tn: number };
  readonly precision?: MeasuredShare;
  readonly recall?: MeasuredShare;
  readonly falsePositives?: MeasuredShare;
  /** The same of the simple detector named. */
  readonly baseline?: {
    readonly name: string;
    readonly precision?: MeasuredShare;
    readonly recall?: MeasuredShare;
  };
  /** What a release must reach, in words. */
  readonly target?: string;
}
