import type { Subject } from "../../../datapoints/index.ts";
import { detectLanguage } from "./detect.ts";

export const outputLanguageOf = (subject: Subject) => detectLanguage(subject.text("output").prose);

const names = new Intl.DisplayNames(["en"], { type: "language" });

export function nameOf(language: string): string {
  return names.of(language) ?? language;
}
