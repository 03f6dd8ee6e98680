import type { CodeCheck } from "../../check.ts";
import {
  apologyDensity,
  characterRun,
  closingBoilerplate,
  literalEscapeSequences,
  vendorIdentityLeak,
} from "./boilerplate.ts";
import { controlCharacters, invisibleCharacters, mojibake } from "./characters.ts";
import { longestRepeatedSubstring, redundantSentences } from "./duplicates.ts";
import { promptEcho, selfRepetitionAcrossTurns, textEntropyLow } from "./echo.ts";
import { incompleteEnding } from "./ending.ts";
import { gibberishText } from "./gibberish.ts";
import { aiSelfReference, conversationalPreamble, lazyElision, placeholderText } from "./phrases.ts";
import { repeatedLineShare, repeatedNgramShare } from "./repetition.ts";
import { bidiTextWellformed, mixedScriptWords, unicodeNormalised } from "./scripts.ts";

export const degenerationChecks: readonly CodeCheck[] = [
  repeatedNgramShare,
  repeatedLineShare,
  textEntropyLow,
  mojibake,
  controlCharacters,
  invisibleCharacters,
  gibberishText,
  placeholderText,
  incompleteEnding,
  lazyElision,
  promptEcho,
  selfRepetitionAcrossTurns,
  conversationalPreamble,
  aiSelfReference,
  closingBoilerplate,
  vendorIdentityLeak,
  characterRun,
  literalEscapeSequences,
  apologyDensity,
  longestRepeatedSubstring,
  redundantSentences,
  mixedScriptWords,
  unicodeNormalised,
  bidiTextWellformed,
];
