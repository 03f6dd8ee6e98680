import type { PreparedText, Subject } from "../../../datapoints/index.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { detectLanguage } from "../language/detect.ts";

/** Returns English where its most common words are frequent, or else the detected language. */
export function readingLanguage({ prose }: PreparedText): string | undefined {
  const words = wordsOf(prose.slice(0, 4000).toLowerCase());
  const common = words.filter((word) =>
    /^(?:the|and|of|to|is|in|that|it|you|for|with|are|this|on|as|be|or|at|from|by)$/.test(word),
  );
  return common.length * 8 > words.length ? "en" : detectLanguage(prose);
}

export const languageOfOutput = (subject: Subject) => readingLanguage(subject.text("output"));
