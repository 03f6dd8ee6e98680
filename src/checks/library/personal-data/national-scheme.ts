/** A country's number for a person. */
export interface NationalScheme {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly name: string;
  /** A candidate; separators are taken out before it is validated, letters made capital. */
  readonly pattern: string;
  readonly isValid: (compact: string) => boolean;
  /**
   * What its form alone says. `telling`: letters, or a date and check digits; `plain`: digits with one check digit;
   * `weak`: none.
   */
  readonly form: "telling" | "plain" | "weak";
  /** Words that say that such a number follows. */
  readonly words: string;
}
