declare module "nspell" {
  interface Spelling {
    correct(word: string): boolean;
  }
  /** A checker from the texts of a Hunspell dictionary. */
  export default function nspell(affixes: string, words: string): Spelling;
}
