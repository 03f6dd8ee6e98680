import type { CodeCheck } from "../../check.ts";
import { compressionRatio } from "./compression-ratio.ts";
import {
  characterCount,
  emojiCount,
  linkCount,
  listItemCount,
  questionCount,
  sentenceCount,
  wordCount,
} from "./counts.ts";
import { elementCount } from "./element-count.ts";
import { inputLength } from "./input-length.ts";
import { maxParagraphLength } from "./max-paragraph-length.ts";
import { maxSentenceLength } from "./max-sentence-length.ts";
import { paragraphCount } from "./paragraph-count.ts";

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
