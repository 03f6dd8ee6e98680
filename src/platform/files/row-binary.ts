/**
 * Writes rows in ClickHouse's RowBinary format: values one after another in the order of the columns, little endian,
 * strings as UTF-8 behind their length as a variable-length integer (https://clickhouse.com/docs/interfaces/formats).
 * Grows as needed; every call appends.
 */
export class RowWriter {
  rows = 0;
  #buffer: Buffer;
  #at = 0;
  #starts = new Uint32Array(256);

  constructor(bytes = 65_536) {
    this.#buffer = Buffer.allocUnsafe(bytes);
  }

  /** Clears the content and reuses the memory: further writes overwrite what `bytes` returned. */
  clear(): void {
    this.rows = 0;
    this.#at = 0;
  }

  get capacity(): number {
    return this.#buffer.length;
  }

  /** Returns the bytes written so far, which stay valid after further writes. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#at);
  }

  get rowStarts(): Uint32Array {
    return this.#starts.slice(0, this.rows);
  }

  get rowBytes(): number {
    return this.#at - (this.#starts[this.rows - 1] ?? 0);
  }

  /** Begins a row: call it before the row's first value. */
  beginRow(): void {
    if (this.rows === this.#starts.length) {
      const larger = new Uint32Array(this.rows * 2);
      larger.set(this.#starts);
      this.#starts = larger;
    }
    this.#starts[this.rows++] = this.#at;
  }

  uint8(value: number): void {
    this.#reserve(1);
    this.#buffer[this.#at++] = value;
  }

  bool(value: boolean): void {
    this.uint8(value ? 1 : 0);
  }

  int32(value: number): void {
    this.#reserve(4);
    this.#at = this.#buffer.writeInt32LE(value | 0, this.#at);
  }

  uint32(value: number): void {
    this.#reserve(4);
    this.#at = this.#buffer.writeUInt32LE(value >>> 0, this.#at);
  }

  /** Whole, between -(2^53) and 2^53. */
  int64(value: number): void {
    this.#reserve(8);
    const high = Math.floor(value / 4_294_967_296);
    this.#at = this.#buffer.writeUInt32LE(value - high * 4_294_967_296, this.#at);
    this.#at = this.#buffer.writeInt32LE(high, this.#at);
  }

  /** Values outside of 64 bits become the nearest that fits. */
  uint64(value: bigint): void {
    this.#reserve(8);
    const fitting = value < 0n ? 0n : value > 0xffff_ffff_ffff_ffffn ? 0xffff_ffff_ffff_ffffn : value;
    this.#at = this.#buffer.writeBigUInt64LE(fitting, this.#at);
  }

  float32(value: number): void {
    this.#reserve(4);
    this.#at = this.#buffer.writeFloatLE(value, this.#at);
  }

  float64(value: number): void {
    this.#reserve(8);
    this.#at = this.#buffer.writeDoubleLE(value, this.#at);
  }

  /** Half of a surrogate pair becomes U+FFFD. */
  string(text: string): void {
    const { length } = text;
    this.#reserve(length * 3 + 5);
    if (length <= shortLength) this.#shortString(text);
    else this.#at = this.#padded(this.#buffer.write(text, this.#at + 5, "utf8"));
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length + 5);
    this.#buffer.set(bytes, this.#at + 5);
    this.#at = this.#padded(bytes.length);
  }

  /** Bytes made by another writer, as they are. */
  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  nullableString(text: string | undefined): void {
    this.uint8(text === undefined ? 1 : 0);
    if (text !== undefined) this.string(text);
  }

  nullableFloat64(value: number | undefined): void {
    this.uint8(value === undefined ? 1 : 0);
    if (value !== undefined) this.float64(value);
  }

  nullableBool(value: boolean | undefined): void {
    this.uint8(value === undefined ? 1 : 0);
    if (value !== undefined) this.bool(value);
  }

  /** Length of an array or a map, before its items. */
  length(count: number): void {
    this.#reserve(5);
    let rest = count;
    while (rest > 127) {
      this.#buffer[this.#at++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#buffer[this.#at++] = rest;
  }

  strings(list: readonly string[]): void {
    this.length(list.length);
    for (const text of list) this.string(text);
  }

  /** At most 42 UTF-16 units are at most 126 bytes of UTF-8: the length is one byte. */
  #shortString(text: string): void {
    const start = this.#at + 1;
    const buffer = this.#buffer;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code > 127) {
        const bytes = buffer.write(text, start, "utf8");
        buffer[this.#at] = bytes;
        this.#at = start + bytes;
        return;
      }
      buffer[start + index] = code;
    }
    buffer[this.#at] = text.length;
    this.#at = start + text.length;
  }

  /** Uses five bytes of length in any case: the size of the text is known only after it is written. */
  #padded(length: number): number {
    const buffer = this.#buffer;
    const at = this.#at;
    buffer[at] = (length & 127) | 128;
    buffer[at + 1] = ((length >>> 7) & 127) | 128;
    buffer[at + 2] = ((length >>> 14) & 127) | 128;
    buffer[at + 3] = ((length >>> 21) & 127) | 128;
    buffer[at + 4] = length >>> 28;
    return at + 5 + length;
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#at + bytes));
    larger.set(this.bytes);
    this.#buffer = larger;
  }
}

const shortLength = 42;
