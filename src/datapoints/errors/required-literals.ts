/**
 * Splits a pattern at its outermost alternatives, and names for each the literals of which every match contains at
 * least one; undefined where there are none. Covers the syntax of this folder's patterns (no flags, no back references).
 */
export function alternativesOf(source: string): Alternative[] {
  return split(source).map((part) => ({ source: part, literals: literalsIn(part) }));
}

export interface Alternative {
  readonly source: string;
  readonly literals: readonly string[] | undefined;
}

const shortest = 3;
const zeroWidth = /^(?:\\b|\\B|\^|\$)/;

/** Reads one atom of a pattern: an escape, a class, a group, or a character. */
function atomAt(source: string, at: number): string {
  const first = source[at]!;
  if (first === "\\") return source.slice(at, at + 2);
  if (first === "[") return source.slice(at, closing(source, at, "]"));
  if (first === "(") return source.slice(at, closing(source, at, ")"));
  return first;
}

/** Returns the position after the bracket that closes the one at `at`. */
function closing(source: string, at: number, bracket: "]" | ")"): number {
  let depth = 0;
  for (let next = at; next < source.length; next++) {
    const one = source[next];
    if (one === "\\") next++;
    else if (bracket === "]" && one === "]") return next + 1;
    else if (bracket === ")" && one === "[") next = closing(source, next, "]") - 1;
    else if (bracket === ")" && one === "(") depth++;
    else if (bracket === ")" && one === ")" && --depth === 0) return next + 1;
  }
  return source.length;
}

function split(source: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < source.length; ) {
    if (source[at] === "|") {
      parts.push(source.slice(start, at));
      start = at + 1;
      at++;
    } else at += atomAt(source, at).length;
  }
  return [...parts, source.slice(start)];
}

/** The best choice is the one whose shortest literal is longest. */
const better = (one: readonly string[], other: readonly string[] | undefined): boolean =>
  other === undefined || least(one) > least(other) || (least(one) === least(other) && one.length < other.length);
const least = (list: readonly string[]): number => Math.min(...list.map((literal) => literal.length));

function literalsIn(sequence: string): readonly string[] | undefined {
  let best: readonly string[] | undefined;
  let run = "";
  const propose = (list: readonly string[] | undefined): void => {
    if (list !== undefined && list.length > 0 && least(list) >= shortest && better(list, best)) best = list;
  };
  const endRun = (): void => {
    propose([run]);
    run = "";
  };
  for (let at = 0; at < sequence.length; ) {
    const width = zeroWidth.exec(sequence.slice(at, at + 2))?.[0].length;
    if (width !== undefined) {
      at += width;
      continue;
    }
    const atom = atomAt(sequence, at);
    at += atom.length;
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(sequence.slice(at))?.[0] ?? "";
    at += quantifier.length;
    const isOptional = /^(?:[*?]|\{0)/.test(quantifier);
    const literal = literalOf(atom);
    if (/^\(\?<?[!=]/.test(atom)) continue;
    if (literal !== undefined && quantifier === "") run += literal;
    else {
      endRun();
      if (atom.startsWith("(") && !isOptional) propose(literalsInGroup(atom));
    }
  }
  endRun();
  return best;
}

/** Returns the character that an atom matches; undefined for a class, a group or any character. */
function literalOf(atom: string): string | undefined {
  if (atom.length === 1) return atom === "." ? undefined : atom;
  return /^\\[^\w]$/.test(atom) ? atom[1] : undefined;
}

function literalsInGroup(group: string): readonly string[] | undefined {
  const inner = group.slice(group.startsWith("(?:") ? 3 : 1, -1);
  const lists = split(inner).map(literalsIn);
  return lists.some((list) => list === undefined) ? undefined : lists.flatMap((list) => list ?? []);
}
