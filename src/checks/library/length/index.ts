import type { CodeCheck } from "../../check.ts";
import {
  characterCount,
  compressionRatio,
  emojiCount,
  linkCount,
  listItemCount,
  questionCount,
  sentenceCount,
  wordCount,
} from "./counts.ts";
import { elementCount } from "./elements.ts";
import { inputLength, maxParagraphLength, maxSentenceLength, paragraphCount } from "./longest.ts";

export const lengthChecks: readonly CodeCheck[] = [
  characterCount,
  wordCount,
  sentenceCount,
  listItemCount,
  questionCount,
  linkCount,
  emojiCount,
  compressionRatio,
  elementCount,
  paragraphCount,
  maxParagraphLength,
  maxSentenceLength,
  inputLength,
];
