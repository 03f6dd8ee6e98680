import { type Document, isMap, isNode, isSeq, type LineCounter } from "yaml";

/** Keys and list indexes that lead to a value. */
export type Path = readonly (string | number)[];

/** Returns the line of the deepest part of a path that exists in the document. */
export function lineOf(document: Document, lines: LineCounter, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1];
    if (isMap(parent)) {
      const key: unknown = parent.items.find(
        ({ key }) => String(isNode(key) ? key.toJSON() : key) === String(last),
      )?.key;
      if (isNode(key) && key.range) return lines.linePos(key.range[0]).line;
    }
    const item = isSeq(parent) && typeof last === "number" ? parent.items[last] : undefined;
    if (isNode(item) && item.range) return lines.linePos(item.range[0]).line;
  }
  return 1;
}

/** Parses a path as the service writes it: `checks.0.check`. Numbers are list indexes. */
export const pathOf = (field: string): Path =>
  field.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
