import { eachField, WireReader } from "./wire-reader.ts";

/** Of an ExportTraceServiceResponse {partial_success = 1 {rejected_spans = 1}} and its kin. */
const partialSuccess = 0x0a;
const rejectedItems = 0x08;

/** How many items an answer to an export says were rejected. 0 where it says nothing of it, or is no such answer. */
export function rejectedIn(bytes: Uint8Array): number {
  const reader = new WireReader(bytes);
  let rejected = 0;
  try {
    eachField(reader, partialSuccess, () => {
      while (reader.pos < reader.end) {
        const tag = reader.uint32();
        if (tag === rejectedItems) rejected = Number(reader.int64());
        else reader.skip(tag);
      }
    });
  } catch {
    return 0;
  }
  return rejected;
}
