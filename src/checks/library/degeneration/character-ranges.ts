import type { Evidence, Subject } from "../../../datapoints/index.ts";

export function rangesOf(subject: Subject, pattern: RegExp): readonly Evidence[] {
  return (["output", "input"] as const).flatMap((target) => {
    const text = subject.text(target);
    const found: Evidence[] = [];
    for (const match of text.text.matchAll(pattern)) {
      found.push(text.evidence(match.index, match.index + match[0].length));
      if (found.length === 1000) break;
    }
    return found;
  });
}
