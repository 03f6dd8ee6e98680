import type { CodeCheck } from "../../check.ts";
import {
  capitalWordFrequency,
  highlightedSections,
  letterFrequency,
  multipleKeywordCounts,
  overlapWithReferenceText,
  placeholderSlots,
  stopwordShare,
  uniqueWordShare,
} from "./counts.ts";
import { verifiableInstructionSet } from "./instruction-set.ts";
import { forbiddenCharacters, keywordFrequency, letterCaseRule } from "./letters.ts";
import { listSorted, nestedListDepth } from "./lists.ts";
import {
  nthParagraphFirstWord,
  oneItemPerLine,
  optionsSingleChoice,
  postscriptPresent,
  repeatPromptFirst,
  separatedResponses,
  titleWrapped,
  wrappedInQuotes,
} from "./shape.ts";

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
