/**
 * Thrown for bytes that are not protobuf wire data; one shared object, because hostile input causes many of
 * them.
 */
export class WireFault extends Error {
  override readonly name = "WireFault";
}

const fault = new WireFault("not protobuf wire data");

/**
 * A cursor over protobuf wire data (protobuf.dev/programming-guides/encoding). No read passes `end`; invalid
 * data throws WireFault, as do groups, which OTLP never had. To enter a message: save `end`, set it to
 * `messageEnd()`, and restore it afterwards.
 */
export class WireReader {
  readonly bytes: Buffer;
  pos: number;
  end: number;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.pos = 0;
    this.end = bytes.byteLength;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Reads an unsigned varint that fits 32 bits: a tag, a length or a small number. */
  uint32(): number {
    const { bytes, end } = this;
    let { pos } = this;
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      if (pos >= end) throw fault;
      const byte = bytes[pos++] as number;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) {
        if (value > 0xffff_ffff) throw fault;
        this.pos = pos;
        return value;
      }
    }
    throw fault;
  }

  /** Reads a signed 64-bit varint; bigint only if a number would lose digits. */
  int64(): number | bigint {
    let low = 0;
    let middle = 0;
    let high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.pos >= this.end) throw fault;
      const byte = this.bytes[this.pos++] as number;
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else if (shift < 56) middle |= bits << (shift - 28);
      else high |= bits << (shift - 56);
      if (byte < 0x80) return int64Of(low, middle, high);
    }
    throw fault;
  }

  /** Reads the low 32 bits of a varint, for enum and int32 fields. */
  int32(): number {
    const value = this.int64();
    return typeof value === "number" && Number.isInteger(value) ? Math.max(-1, Math.min(value, 0x7fff_ffff)) : 0;
  }

  fixed64(): bigint {
    return this.#view.getBigUint64(this.#advance(8), true);
  }

  double(): number {
    return this.#view.getFloat64(this.#advance(8), true);
  }

  /** Reads a length and returns where the field that begins here ends. */
  messageEnd(): number {
    const length = this.uint32();
    if (length > this.end - this.pos) throw fault;
    return this.pos + length;
  }

  /** Skips the value of a field whose tag was just read. */
  skip(tag: number): void {
    if (tag < 8) throw fault;
    switch (tag & 7) {
      case 0:
        this.int64();
        return;
      case 1:
        this.#advance(8);
        return;
      case 2:
        this.pos = this.messageEnd();
        return;
      case 5:
        this.#advance(4);
        return;
      default:
        throw fault;
    }
  }

  #advance(count: number): number {
    const { pos } = this;
    if (count > this.end - pos) throw fault;
    this.pos = pos + count;
    return pos;
  }
}

function int64Of(low: number, middle: number, high: number): number | bigint {
  if (high === 0) {
    const value = low + middle * 0x1000_0000;
    return value <= Number.MAX_SAFE_INTEGER ? value : BigInt(low) + (BigInt(middle) << 28n);
  }
  const value = BigInt.asIntN(64, BigInt(low) | (BigInt(middle) << 28n) | (BigInt(high) << 56n));
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/**
 * Calls `read` inside every field `tag` of the message at the reader. A message that is sent in several fields
 * is one message (protobuf merges them): `read` is then called again for the rest.
 */
export function eachField(reader: WireReader, tag: number, read: () => void): void {
  const outer = reader.end;
  while (reader.pos < outer) {
    const found = reader.uint32();
    if (found !== tag) {
      reader.skip(found);
      continue;
    }
    const inner = reader.messageEnd();
    reader.end = inner;
    read();
    reader.pos = inner;
    reader.end = outer;
  }
}
