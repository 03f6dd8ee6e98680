/**
 * Appends protobuf wire data to a growing buffer. A message's length is only known at its end, so one byte is
 * reserved for it and the content is moved when the length needs more.
 */
export interface WireWriter {
  /** Number of bytes written so far; `rewind` returns to such a position. */
  readonly length: number;
  rewind(length: number): void;
  varint(tag: number, value: number | bigint): void;
  fixed64(tag: number, value: bigint): void;
  double(tag: number, value: number): void;
  text(tag: number, value: string): void;
  bytes(tag: number, value: Uint8Array): void;
  message(tag: number, write: () => void): void;
  /** Returns a copy of the written bytes. */
  take(): Buffer<ArrayBuffer>;
}

export function createWireWriter(sizeHint = 4096): WireWriter {
  let buffer = Buffer.allocUnsafeSlow(Math.max(sizeHint, 64));
  let pos = 0;

  return {
    get length() {
      return pos;
    },
    rewind(length) {
      pos = length;
    },
    varint(tag, value) {
      reserve(20);
      putUint32(tag);
      if (typeof value === "number" && value >= 0 && value <= 0xffff_ffff) putUint32(value);
      else putUint64(BigInt.asUintN(64, BigInt(value)));
    },
    fixed64(tag, value) {
      reserve(13);
      putUint32(tag);
      pos = buffer.writeBigUInt64LE(BigInt.asUintN(64, value), pos);
    },
    double(tag, value) {
      reserve(13);
      putUint32(tag);
      pos = buffer.writeDoubleLE(value, pos);
    },
    text(tag, value) {
      const length = Buffer.byteLength(value, "utf8");
      reserve(length + 10);
      putUint32(tag);
      putUint32(length);
      pos += buffer.write(value, pos, "utf8");
    },
    bytes(tag, value) {
      reserve(value.length + 10);
      putUint32(tag);
      putUint32(value.length);
      buffer.set(value, pos);
      pos += value.length;
    },
    message,
    take: () => Buffer.from(Uint8Array.prototype.slice.call(buffer, 0, pos).buffer),
  };

  function message(tag: number, write: () => void): void {
    reserve(10);
    putUint32(tag);
    const lengthAt = pos++;
    write();
    const length = pos - lengthAt - 1;
    const more = varintLength(length) - 1;
    if (more > 0) {
      reserve(more);
      buffer.copyWithin(lengthAt + 1 + more, lengthAt + 1, pos);
    }
    pos = lengthAt;
    putUint32(length);
    pos += length;
  }

  function reserve(count: number): void {
    if (pos + count <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(buffer.length * 2, pos + count));
    buffer.copy(larger, 0, 0, pos);
    buffer = larger;
  }

  function putUint32(value: number): void {
    let rest = value;
    while (rest > 0x7f) {
      buffer[pos++] = (rest & 0x7f) | 0x80;
      rest = Math.floor(rest / 128);
    }
    buffer[pos++] = rest;
  }

  function putUint64(value: bigint): void {
    let rest = value;
    while (rest > 0x7fn) {
      buffer[pos++] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    buffer[pos++] = Number(rest);
  }
}

function varintLength(value: number): number {
  if (value < 0x80) return 1;
  if (value < 0x4000) return 2;
  if (value < 0x20_0000) return 3;
  return value < 0x1000_0000 ? 4 : 5;
}

/**
 * Returns a field of the given tag (of one or two bytes) with known content: tag and length, then the content
 * itself.
 */
export function fieldOf(tag: number, content: readonly Uint8Array[]): readonly Uint8Array[] {
  const head: number[] = [];
  for (let rest of [tag, content.reduce((length, chunk) => length + chunk.length, 0)]) {
    while (rest >= 0x80) {
      head.push((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    head.push(rest);
  }
  return [Uint8Array.from(head), ...content];
}
