/** Encodes a JSON value with its length in bytes before it, as 32 bits, big-endian. */
export function frameOf(value: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(value));
  const head = Buffer.alloc(4);
  head.writeUInt32BE(text.length);
  return Buffer.concat([head, text]);
}

/** Assembles frames from the chunks of a stream; throws for a frame over the limit or with invalid JSON. */
export function createFrameReader(maxBytes: number, onFrame: (value: unknown) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let bufferedBytes = 0;

  return (chunk) => {
    chunks.push(chunk);
    bufferedBytes += chunk.length;
    for (let length = nextLength(); length !== undefined && bufferedBytes >= 4 + length; length = nextLength()) {
      const all = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      chunks = all.length > 4 + length ? [all.subarray(4 + length)] : [];
      bufferedBytes = all.length - 4 - length;
      onFrame(JSON.parse(all.toString("utf8", 4, 4 + length)) as unknown);
    }
  };

  function nextLength(): number | undefined {
    if (bufferedBytes < 4) return undefined;
    if ((chunks[0]?.length ?? 0) < 4) chunks = [Buffer.concat(chunks)];
    const length = chunks[0]?.readUInt32BE(0) ?? 0;
    // A plain error, because the sandboxed process may read only the files of this folder.
    if (length > maxBytes) throw new Error(`a frame of ${length} bytes`);
    return length;
  }
}
