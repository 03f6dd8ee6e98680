import type { Outcome, Subject } from "../../../datapoints/index.ts";
import { atPath, member } from "../../../platform/json/json.ts";
import { referencesOf } from "../../references.ts";
import { skipped } from "../definition.ts";

export function withReferences(subject: Subject, judge: (references: readonly string[]) => Outcome): Outcome {
  const references = referencesOf(member(subject.expected, "label") ?? subject.expected);
  return references.length === 0 ? skipped("the expected result holds no reference") : judge(references);
}

export function valueAt(subject: Subject, path: string): string | undefined {
  const { json } = subject.text("output");
  const value = json.ok ? atPath(json.value, path) : undefined;
  return typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : undefined;
}

export function labelForm(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/[\s_-]+/g, " ")
    .trim();
}
