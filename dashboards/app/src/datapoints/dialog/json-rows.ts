/** One line of a JSON tree. */
export interface JsonRow {
  /** As an RFC 6901 pointer from the tree's root. */
  readonly path: string;
  readonly depth: number;
  readonly name: string | undefined;
  readonly value: unknown;
  /** How many entries a list or an object has; undefined for anything else. */
  readonly entries: number | undefined;
  readonly isOpen: boolean;
}

/** More entries than this are not unfolded by themselves. */
const openedEntries = 40;

/** The lines that are seen: what is folded is not looked into, so a value of any size costs what is shown of it. */
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
