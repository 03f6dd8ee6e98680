import { type Document, isMap, isNode, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from "yaml";
import { usage } from "../exit.ts";

/** Keys and list indexes that lead to a value. */
export type Path = readonly (string | number)[];

/** Parses a YAML file, whose mistakes are reported as `file:line:column`. Throws Exit with all mistakes of its syntax. */
export function parseYaml(file: string, text: string) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  if (document.errors.length > 0) {
    const texts = document.errors.map(({ pos, message }) => `${at(pos[0])}: ${message.split(/ at line |\n/)[0]}`);
    throw usage(texts.join("\n"));
  }
  return {
    document,
    at: (node: Node | null | undefined) => (node?.range ? at(node.range[0]) : file),
    positionOf: (path: Path) => at(nodeAt(document, path)?.range?.[0] ?? 0),
  };
}

/** Returns the deepest part of a path that exists: the key of a setting, or the item of a list. */
export function nodeAt(root: Document | YAMLMap, path: Path): Node | undefined {
  for (let length = path.length; length > 0; length--) {
    const parent = root.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1];
    const inMap = length === 1 && isMap(root) ? root : parent;
    if (isMap(inMap)) {
      const key: unknown = inMap.items.find(
        ({ key }) => String(isNode(key) ? key.toJSON() : key) === String(last),
      )?.key;
      if (isNode(key) && key.range) return key;
    }
    const item = isSeq(parent) && typeof last === "number" ? parent.items[last] : undefined;
    if (isNode(item) && item.range) return item;
  }
  return undefined;
}

/** Parses a path as the service writes it: `checks.0.check`. Numbers are list indexes. */
export const pathOf = (field: string): Path =>
  field.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
