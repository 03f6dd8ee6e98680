/** Thrown with a position when the bytes are not JSON (RFC 8259); ends the reading of the body. */
export class JsonFault extends Error {
  override readonly name = "JsonFault";
}

/** A JSON value of another type than its field requires. Reading continues after it. */
export class JsonTypeFault extends Error {
  override readonly name = "JsonTypeFault";
}

export type JsonKind = "object" | "array" | "string" | "number" | "true" | "false" | "null";

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * A cursor over JSON bytes that builds no objects: numbers keep all their digits, no key can touch a prototype,
 * and nesting costs one byte per level.
 */
export class JsonReader {
  readonly bytes: Buffer;
  pos: number;
  /** Number of texts with a lone surrogate, which UTF-8 cannot encode: U+FFFD replaces it. */
  repairedTexts = 0;
  readonly #keys: (string | undefined)[] = Array.from({ length: 64 });

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const hasByteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    this.pos = hasByteOrderMark ? 3 : 0;
  }

  /** Returns the kind of the next value without reading it. */
  kind(): JsonKind {
    switch (this.#peek()) {
      case openBrace:
        return "object";
      case openBracket:
        return "array";
      case quote:
        return "string";
      case 0x74:
        return "true";
      case 0x66:
        return "false";
      case 0x6e:
        return "null";
      default:
        return "number";
    }
  }

  /** Calls `read` before each value of the next object; `read` must consume the value. */
  object(read: (key: string) => void): void {
    this.#expect(openBrace);
    if (this.#take(closeBrace)) return;
    do {
      const key = this.#key();
      this.#expect(colon);
      read(key);
    } while (this.#take(comma));
    this.#expect(closeBrace);
  }

  /** Calls `read` before each element of the next array; `read` must consume it. */
  array(read: () => void): void {
    this.#expect(openBracket);
    if (this.#take(closeBracket)) return;
    do read();
    while (this.#take(comma));
    this.#expect(closeBracket);
  }

  string(): string {
    const { start, end, escaped } = this.#stringBounds();
    return escaped ? this.#unescape(start, end) : this.bytes.toString("utf8", start, end);
  }

  /** Reads a string's UTF-8 bytes, without decoding if nothing is escaped. */
  stringBytes(): Buffer {
    const { start, end, escaped } = this.#stringBounds();
    if (!escaped) return this.bytes.subarray(start, end);
    const text = this.#unescape(start, end);
    if (!text.isWellFormed()) this.repairedTexts++;
    return Buffer.from(text, "utf8");
  }

  /** Reads a number exactly as written. */
  numberText(): string {
    this.#peek();
    const start = this.pos;
    while (isNumberByte(this.bytes[this.pos])) this.pos++;
    const text = this.bytes.toString("latin1", start, this.pos);
    if (!number.test(text)) throw this.fault("a value");
    return text;
  }

  literal(text: "true" | "false" | "null"): void {
    this.#peek();
    if (this.bytes.toString("latin1", this.pos, this.pos + text.length) !== text) throw this.fault(text);
    this.pos += text.length;
  }

  /** Skips the next value, at any depth. */
  skip(): void {
    const open: number[] = [];
    do {
      const kind = this.kind();
      if (kind === "object" || kind === "array") {
        this.pos++;
        open.push(kind === "object" ? closeBrace : closeBracket);
        if (this.#peek() !== open.at(-1)) {
          if (kind === "object") this.#skipKey();
          continue;
        }
      } else this.#skipScalar(kind);
      this.#closeOrGoOn(open);
    } while (open.length > 0);
  }

  /** Throws unless only white space follows. */
  finish(): void {
    this.#white();
    if (this.pos < this.bytes.length) throw this.fault("the end");
  }

  fault(expected: string): JsonFault {
    return new JsonFault(`not JSON: expected ${expected} at byte ${this.pos}`);
  }

  /** Field names repeat: the bytes of the last ones are compared before a string is made. */
  #key(): string {
    const { start, end, escaped } = this.#stringBounds();
    if (escaped) return this.#unescape(start, end);
    const length = end - start;
    const slot = (length * 7 + (this.bytes[start] ?? 0) + (this.bytes[end - 2] ?? 0) * 3) & 63;
    const known = this.#keys[slot];
    if (known !== undefined && this.#occursAt(known, start, length)) return known;
    const key = this.bytes.toString("utf8", start, end);
    this.#keys[slot] = key;
    return key;
  }

  /** Whether this text is at `start`. */
  #occursAt(text: string, start: number, length: number): boolean {
    if (text.length !== length) return false;
    for (let index = 0; index < length; index++) {
      const byte = this.bytes[start + index] as number;
      if (byte > 0x7f || byte !== text.charCodeAt(index)) return false;
    }
    return true;
  }

  #closeOrGoOn(open: number[]): void {
    while (open.length > 0) {
      const close = open.at(-1) as number;
      if (this.#take(close)) {
        open.pop();
        continue;
      }
      this.#expect(comma);
      if (close === closeBrace) this.#skipKey();
      return;
    }
  }

  #skipKey(): void {
    this.#skipScalar("string");
    this.#expect(colon);
  }

  #skipScalar(kind: Exclude<JsonKind, "object" | "array">): void {
    if (kind === "number") this.numberText();
    else if (kind === "string") {
      const { start, end, escaped } = this.#stringBounds();
      if (escaped) this.#unescape(start, end);
    } else this.literal(kind);
  }

  #stringBounds(): { start: number; end: number; escaped: boolean } {
    this.#expect(quote);
    const { bytes } = this;
    const start = this.pos;
    let escaped = false;
    for (let pos = start; pos < bytes.length; pos++) {
      const byte = bytes[pos] as number;
      if (byte === quote) {
        this.pos = pos + 1;
        return { start, end: pos, escaped };
      }
      if (byte === backslash) {
        escaped = true;
        pos++;
      } else if (byte < 0x20) {
        this.pos = pos;
        throw this.fault("no control character");
      }
    }
    this.pos = bytes.length;
    throw this.fault("the end of a string");
  }

  #unescape(start: number, end: number): string {
    try {
      return JSON.parse(this.bytes.toString("utf8", start - 1, end + 1)) as string;
    } catch {
      this.pos = start;
      throw this.fault("a string with known escapes");
    }
  }

  #peek(): number | undefined {
    this.#white();
    return this.bytes[this.pos];
  }

  #take(byte: number): boolean {
    if (this.#peek() !== byte) return false;
    this.pos++;
    return true;
  }

  #expect(byte: number): void {
    if (!this.#take(byte)) throw this.fault(`"${String.fromCharCode(byte)}"`);
  }

  #white(): void {
    const { bytes } = this;
    for (;;) {
      const byte = bytes[this.pos];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return;
      this.pos++;
    }
  }
}

function isNumberByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2b || byte === 0x2e || (byte | 0x20) === 0x65;
}
