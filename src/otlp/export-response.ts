import { eachField, WireReader } from "./wire-reader.ts";

/** Tag in an ExportTraceServiceResponse {partial_success = 1 {rejected_spans = 1}} and its variants. */
const partialSuccess = 0x0a;
const rejectedItems = 0x08;

/** Returns the number of rejected items in an export response; 0 if it reports none or isn't such a response. */
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
