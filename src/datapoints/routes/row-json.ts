import { isoTime } from "../../server/service.ts";
import type { DatapointRow } from "../ports/datapoint-reader.ts";

/** Converts values to API JSON. Fields are named, so that a field added later is not exposed by accident. */
export function rowJson(row: DatapointRow) {
  return { ...row, startedAt: isoTime(row.startedAt), partitionTime: isoTime(row.partitionTime) };
}
