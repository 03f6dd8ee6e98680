import type { Subject } from "../../../datapoints/index.ts";
import { defect, z } from "../definition.ts";
import { attackForm, disguisedForms, evidenceOf, extractionIn, overrideIn, type Signal } from "./signals.ts";

/** Required number of different phrases. */
export const threshold = z.int().positive().max(20).default(1);

export const formOf = (subject: Subject) => attackForm(subject.text("input").text);

export const formsOf = (subject: Subject) => [subject.once(formOf), ...disguisedForms(subject.once(formOf))];

export function attackOutcome(subject: Subject, signal: Signal | undefined, what: string) {
  if (!signal) return defect(false, "no such phrase");
  return defect(true, `${what}: “${signal.text.slice(0, 120)}”`, evidenceOf(subject.text("input"), signal.text));
}

/** Returns the first phrase of the first form that contains enough phrases at different positions. */
export function enoughIn(
  forms: readonly string[],
  find: (form: string) => Iterable<Signal>,
  threshold: number,
): Signal | undefined {
  for (const form of forms) {
    let first: Signal | undefined;
    const positions = new Set<number>();
    for (const signal of find(form)) {
      first ??= signal;
      if (positions.add(signal.index).size >= threshold) return first;
    }
  }
  return undefined;
}

export const attackIn = (form: string) => overrideIn(form) ?? extractionIn(form);
