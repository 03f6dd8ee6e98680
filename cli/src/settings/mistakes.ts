import type { Node } from "yaml";
import { usage } from "../exit.ts";

/** Collects the mistakes of a file, so that all are reported together. */
export interface Mistakes {
  /** Returns `file:line:column` of a node. */
  readonly at: (node: Node | null | undefined) => string;
  readonly mistake: (node: Node | null | undefined, message: string) => void;
  /** Throws Exit with all mistakes, in the order of the file, if there are any. */
  readonly refuse: () => void;
}

export function mistakesOf(at: Mistakes["at"]): Mistakes {
  const found: { readonly offset: number; readonly text: string }[] = [];
  return {
    at,
    mistake(node, message) {
      const text = `${at(node)}: ${message}`;
      if (!found.some((each) => each.text === text)) found.push({ offset: node?.range?.[0] ?? 0, text });
    },
    refuse() {
      const texts = found.toSorted((left, right) => left.offset - right.offset).map(({ text }) => text);
      if (texts.length > 0) throw usage(texts.join("\n"));
    },
  };
}
