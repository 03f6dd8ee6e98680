import type { CodeCheck } from "../../check.ts";
import { aiSelfReference } from "./ai-self-reference.ts";
import { apologyDensity } from "./apology-density.ts";
import { bidiTextWellformed } from "./characters/bidi-text-wellformed.ts";
import { controlCharacters } from "./characters/control-characters.ts";
import { invisibleCharacters } from "./characters/invisible-characters.ts";
import { literalEscapeSequences } from "./characters/literal-escape-sequences.ts";
import { mixedScriptWords } from "./characters/mixed-script-words.ts";
import { mojibake } from "./characters/mojibake.ts";
import { unicodeNormalised } from "./characters/unicode-normalised.ts";
import { closingBoilerplate } from "./closing-boilerplate.ts";
import { conversationalPreamble } from "./conversational-preamble.ts";
import { gibberishText } from "./gibberish-text.ts";
import { incompleteEnding } from "./incomplete-ending.ts";
import { lazyElision } from "./lazy-elision.ts";
import { placeholderText } from "./placeholder-text.ts";
import { characterRun } from "./repetition/character-run.ts";
import { longestRepeatedSubstring } from "./repetition/longest-repeated-substring.ts";
import { promptEcho } from "./repetition/prompt-echo.ts";
import { redundantSentences } from "./repetition/redundant-sentences.ts";
import { repeatedLineShare } from "./repetition/repeated-line-share.ts";
import { repeatedNgramShare } from "./repetition/repeated-ngram-share.ts";
import { selfRepetitionAcrossTurns } from "./repetition/self-repetition-across-turns.ts";
import { textEntropyLow } from "./text-entropy-low.ts";
import { vendorIdentityLeak } from "./vendor-identity-leak.ts";

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
