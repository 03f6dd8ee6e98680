import { contractions } from "./contractions.ts";
import type { Generator } from "./generator.ts";
import { inflections } from "./inflections.ts";
import { insertedCharacters, keyboardSlips } from "./keyboard.ts";
import { misspellings } from "./misspellings.ts";
import { negation } from "./negation.ts";
import { synonyms } from "./synonyms.ts";

/** Generators that need no model. */
export const generators: ReadonlyMap<string, Generator> = new Map(
  [contractions, misspellings, keyboardSlips, insertedCharacters, inflections, synonyms, negation].map((each) => [
    each.type,
    each,
  ]),
);
