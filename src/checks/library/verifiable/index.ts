import type { CodeCheck } from "../../check.ts";
import { capitalWordFrequency } from "./counts/capital-word-frequency.ts";
import { highlightedSections } from "./counts/highlighted-sections.ts";
import { keywordFrequency } from "./counts/keyword-frequency.ts";
import { letterFrequency } from "./counts/letter-frequency.ts";
import { multipleKeywordCounts } from "./counts/multiple-keyword-counts.ts";
import { placeholderSlots } from "./counts/placeholder-slots.ts";
import { stopwordShare } from "./counts/stopword-share.ts";
import { uniqueWordShare } from "./counts/unique-word-share.ts";
import { forbiddenCharacters } from "./forbidden-characters.ts";
import { letterCaseRule } from "./letter-case-rule.ts";
import { listSorted } from "./list-sorted.ts";
import { nestedListDepth } from "./nested-list-depth.ts";
import { nthParagraphFirstWord } from "./nth-paragraph-first-word.ts";
import { oneItemPerLine } from "./one-item-per-line.ts";
import { optionsSingleChoice } from "./options-single-choice.ts";
import { overlapWithReferenceText } from "./overlap-with-reference-text.ts";
import { postscriptPresent } from "./postscript-present.ts";
import { repeatPromptFirst } from "./repeat-prompt-first.ts";
import { separatedResponses } from "./separated-responses.ts";
import { titleWrapped } from "./title-wrapped.ts";
import { verifiableInstructionSet } from "./verifiable-instruction-set.ts";
import { wrappedInQuotes } from "./wrapped-in-quotes.ts";

export const verifiableChecks: readonly CodeCheck[] = [
  keywordFrequency,
  letterCaseRule,
  forbiddenCharacters,
  verifiableInstructionSet,
  multipleKeywordCounts,
  letterFrequency,
  capitalWordFrequency,
  placeholderSlots,
  highlightedSections,
  stopwordShare,
  uniqueWordShare,
  overlapWithReferenceText,
  nthParagraphFirstWord,
  postscriptPresent,
  titleWrapped,
  repeatPromptFirst,
  separatedResponses,
  wrappedInQuotes,
  optionsSingleChoice,
  oneItemPerLine,
  listSorted,
  nestedListDepth,
];
