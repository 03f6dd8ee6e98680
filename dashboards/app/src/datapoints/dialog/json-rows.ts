export interface JsonRow {
  /** RFC 6901 pointer from the tree's root. */
  readonly path: string;
  readonly depth: number;
  readonly name: string | undefined;
  readonly value: unknown;
  /** Number of entries of a list or an object; undefined for other values. */
  readonly entries: number | undefined;
  readonly isOpen: boolean;
}

/** Values with more entries start folded. */
const openedEntries = 40;

/** Returns the visible lines. Folded values are not traversed, so the cost depends on what is shown. */
export function jsonRows(value: unknown, toggled: ReadonlySet<string>, openedDepth: number): readonly JsonRow[] {
  const rows: JsonRow[] = [];
  add(value, "", 0, undefined);
  return rows;

  function add(each: unknown, path: string, depth: number, name: string | undefined): void {
    const list = entriesOf(each);
    const byDefault = depth < openedDepth && (list?.length ?? 0) <= openedEntries;
    const isOpen = list !== undefined && list.length > 0 && byDefault !== toggled.has(path);
    rows.push({ path, depth, name, value: each, entries: list?.length, isOpen });
    if (isOpen) for (const [key, item] of list) add(item, `${path}/${escaped(key)}`, depth + 1, key);
  }
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  return typeof value === "object" && value !== null ? Object.entries(value) : undefined;
}

const escaped = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");
