import { type Document, isMap, isNode, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { usage } from "../exit.ts";

/** Keys and list indexes that lead to a value. */
export type Path = readonly (string | number)[];

/** Parses a YAML file, whose mistakes are reported as `file:line`. Throws Exit for invalid YAML. */
export function parseYaml(file: string, text: string) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [mistake] = document.errors;
  if (mistake) throw usage(`${file}:${mistake.linePos?.[0].line ?? 1}: ${mistake.message.split(/ at line |\n/)[0]}`);
  return {
    document,
    at: (node: Node | null | undefined) => (node?.range ? `${file}:${lines.linePos(node.range[0]).line}` : file),
    positionOf: (path: Path) => `${file}:${lineOf(document, lines, path)}`,
  };
}

/** Returns the line of the deepest part of a path that exists in the document. */
function lineOf(document: Document, lines: LineCounter, path: Path): number {
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
