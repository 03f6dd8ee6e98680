/** How often each value of an attribute occurs among the datapoints of an issue, and among the others. */
export interface Contrast {
  readonly inside: number;
  readonly outside: number;
  readonly values: readonly ContrastValue[];
}

interface ContrastValue {
  /** Field of the query language, so that a value can be searched for: `model`, `meta.tenant`, `attr.region`. */
  readonly field: string;
  readonly value: string;
  readonly inside: number;
  readonly outside: number;
}
