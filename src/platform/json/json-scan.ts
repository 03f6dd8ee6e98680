/** A member of the outermost JSON object: the byte range of its value, `end` excluded. */
export interface Found {
  readonly start: number;
  readonly end: number;
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * Finds members of the outermost object by name without parsing the rest: nested values and long strings are
 * skipped. Stops at the first occurrence of the last requested name. For invalid JSON, returns what was found until
 * the error.
 */
export function scanMembers(bytes: Buffer, names: readonly string[]): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  let at = afterSpace(bytes, bytes[0] === 0xef ? 3 : 0);
  if (bytes[at] !== 0x7b) return found;
  at = afterSpace(bytes, at + 1);
  while (bytes[at] === quote) {
    const keyEnd = stringEnd(bytes, at);
    const colon = afterSpace(bytes, keyEnd);
    if (bytes[colon] !== 0x3a) return found;
    const start = afterSpace(bytes, colon + 1);
    const end = valueEnd(bytes, start);
    if (end <= start) return found;
    const key = wantedKey(bytes, { start: at, end: keyEnd }, names);
    if (key !== undefined && !found.has(key)) {
      found.set(key, { start, end });
      if (found.size === names.length) return found;
    }
    at = afterSpace(bytes, end);
    if (bytes[at] !== 0x2c) return found;
    at = afterSpace(bytes, at + 1);
  }
  return found;
}

/** Returns the string at `found`, or undefined if it is not a well-formed JSON string. */
export function stringAt(bytes: Buffer, { start, end }: Found): string | undefined {
  if (bytes[start] !== quote) return undefined;
  const escaped = bytes.subarray(start, end).includes(backslash);
  if (!escaped) return bytes.toString("utf8", start + 1, end - 1);
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8", start, end));
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

function wantedKey(bytes: Buffer, found: Found, names: readonly string[]): string | undefined {
  const length = found.end - found.start - 2;
  // Only a key that is long enough to match, including escapes, is worth decoding.
  if (!names.some((name) => length === name.length || length >= name.length + 5)) return undefined;
  const key = length < 200 ? stringAt(bytes, found) : undefined;
  return key !== undefined && names.includes(key) ? key : undefined;
}

function afterSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at++;
  return at;
}

/** The offset after the closing quote of the string that begins at `open`; the length of the bytes if it never closes. */
function stringEnd(bytes: Buffer, open: number): number {
  let at = bytes.indexOf(quote, open + 1);
  while (at !== -1 && isEscaped(bytes, at, open)) at = bytes.indexOf(quote, at + 1);
  return at === -1 ? bytes.length : at + 1;
}

function isEscaped(bytes: Buffer, at: number, open: number): boolean {
  let slashes = 0;
  for (let before = at - 1; before > open && bytes[before] === backslash; before--) slashes++;
  return slashes % 2 === 1;
}

function valueEnd(bytes: Buffer, start: number): number {
  const first = bytes[start];
  if (first === quote) return stringEnd(bytes, start);
  if (first === 0x7b || first === 0x5b) return containerEnd(bytes, start);
  let at = start;
  while (at < bytes.length && !endsScalar(bytes[at])) at++;
  return at;
}

function endsScalar(byte: number | undefined): boolean {
  return (
    byte === 0x2c || byte === 0x7d || byte === 0x5d || byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
  );
}

function containerEnd(bytes: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) at = stringEnd(bytes, at) - 1;
    else if (byte === 0x7b || byte === 0x5b) depth++;
    else if (byte === 0x7d || byte === 0x5d) {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return bytes.length;
}
