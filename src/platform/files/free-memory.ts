/**
 * Frees the memory of these bytes immediately: the garbage collector frees large buffers much later than they are
 * replaced. The bytes and all views of the same memory are empty afterwards.
 */
export function freeMemory(bytes: Uint8Array): void {
  const { buffer } = bytes;
  // Small buffers share memory in Node's pool.
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize && !buffer.detached) buffer.transfer(0);
}
