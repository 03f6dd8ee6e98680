import type { Attributes, AttributeValue } from "../../../otlp/index.ts";
import type { Json } from "../../../platform/json/json.ts";
import { plain } from "../json.ts";

/** No real request has more entries: a larger index is hostile or broken. */
const maxIndex = 10_000;
const maxPath = 12;

type Node = Map<string, Node | Json>;

/**
 * Returns attributes such as `llm.input_messages.0.message.role` as a list: entries in index order, holes closed
 * (clients drop keys beyond their attribute limit). Keys are split into maps, so that `__proto__` is an ordinary
 * key.
 */
export function listAt(attributes: Attributes, prefix: string): Json[] {
  const root: Node = new Map();
  for (const [key, value] of attributes)
    if (key.startsWith(prefix)) put(root, key.slice(prefix.length).split("."), value);
  const indices = [...root.keys()].filter((key) => /^\d{1,6}$/.test(key) && Number(key) <= maxIndex);
  return indices.sort((a, b) => Number(a) - Number(b)).map((index) => jsonOfNode(root.get(index) ?? null));
}

function put(root: Node, path: readonly string[], value: AttributeValue): void {
  if (path.length > maxPath) return;
  let node = root;
  for (const step of path.slice(0, -1)) {
    const child = node.get(step);
    const next: Node = child instanceof Map ? child : new Map();
    if (next !== child) node.set(step, next);
    node = next;
  }
  const last = path.at(-1) ?? "";
  if (!(node.get(last) instanceof Map)) node.set(last, plain(value));
}

function jsonOfNode(node: Node | Json): Json {
  if (!(node instanceof Map)) return node;
  const keys = [...node.keys()];
  if (keys.length > 0 && keys.every((key) => /^\d{1,6}$/.test(key)))
    return keys.sort((a, b) => Number(a) - Number(b)).map((key) => jsonOfNode(node.get(key) ?? null));
  const object = Object.create(null) as Record<string, Json>;
  for (const [key, value] of node) object[key] = jsonOfNode(value);
  return object;
}
