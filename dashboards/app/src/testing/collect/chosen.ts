import { countText } from "../../platform/ui/format.tsx";
import { rangeOf } from "../../platform/ui/time/range.ts";

export type Chosen =
  | { readonly kind: "named"; readonly ids: readonly string[] }
  | { readonly kind: "matching"; readonly q: string; readonly range: string; readonly count?: number | undefined }
  | { readonly kind: "issue"; readonly id: string; readonly number: number; readonly count: number };

export function requestOf(chosen: Chosen) {
  switch (chosen.kind) {
    case "named":
      return { datapointIds: chosen.ids };
    case "matching": {
      const { from, to } = rangeOf(chosen.range, Date.now());
      const iso = (at: number) => new Date(at).toISOString();
      return { q: chosen.q, from: iso(from), ...(to === undefined ? {} : { to: iso(to) }) };
    }
    case "issue":
      return { issueId: chosen.id };
    default:
      return chosen satisfies never;
  }
}

export function chosenText(chosen: Chosen): string {
  switch (chosen.kind) {
    case "named":
      return chosen.ids.length === 1 ? "This datapoint" : `${countText(chosen.ids.length)} datapoints`;
    case "matching":
      return chosen.count === undefined ? "All that match" : `All ${countText(chosen.count)} that match`;
    case "issue":
      return `The occurrences of issue #${chosen.number}`;
    default:
      return chosen satisfies never;
  }
}

/** Parses the input as a JSON object or list; returns other input as text. */
export function jsonOrText(typed: string): unknown {
  if (!/^\s*[[{]/.test(typed)) return typed.trim();
  try {
    return JSON.parse(typed) as unknown;
  } catch {
    return typed.trim();
  }
}
