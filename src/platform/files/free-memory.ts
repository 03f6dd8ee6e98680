/**
 * Gives the memory under these bytes back at once: megabytes that pass through are freed by the garbage collector much
 * later than they are replaced. They and all views of the same memory are empty afterwards.
 */
export function freeMemory(bytes: Uint8Array): void {
  const { buffer } = bytes;
  // What is small lies in memory that Node shares among buffers.
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize && !buffer.detached) buffer.transfer(0);
}
