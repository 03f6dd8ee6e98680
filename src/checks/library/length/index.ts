export { compressionRatio } from "./compression-ratio.ts";
export {
  characterCount,
  emojiCount,
  linkCount,
  listItemCount,
  questionCount,
  sentenceCount,
  wordCount,
} from "./counts.ts";
export { elementCount } from "./element-count.ts";
export { inputLength } from "./input-length.ts";
export { maxParagraphLength } from "./max-paragraph-length.ts";
export { maxSentenceLength } from "./max-sentence-length.ts";
export { paragraphCount } from "./paragraph-count.ts";
