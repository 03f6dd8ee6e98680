import type { Subject } from "../../../datapoints/index.ts";
import { member } from "../../../platform/json/json.ts";

/** Returns the text to translate: `source` of the expected result, or else the user's message. */
export function sourceOf(subject: Subject): string {
  const given = member(subject.expected, "source");
  return typeof given === "string" ? given : subject.input;
}
