/** A country's number for a person. */
export interface NationalScheme {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly name: string;
  /** Matches a candidate; separators are removed and letters capitalized before validation. */
  readonly pattern: string;
  readonly isValid: (compact: string) => boolean;
  /**
   * How conclusive the form is. `telling`: letters, or a date and check digits; `plain`: digits with one check
   * digit; `weak`: none.
   */
  readonly form: "telling" | "plain" | "weak";
  /** Words that announce such a number. */
  readonly words: string;
}
