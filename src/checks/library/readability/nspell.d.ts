declare module "nspell" {
  interface Spelling {
    correct(word: string): boolean;
  }
  export default function nspell(affixes: string, words: string): Spelling;
}
