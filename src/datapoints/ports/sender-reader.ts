import type { ProjectId } from "../../platform/ids.ts";
import type { CallSender, SpanSender } from "../sources/sender-advice.ts";
import type { Range } from "./datapoint-reader.ts";

/** What senders leave out, for those who run them. Bounded like every read; see DatapointReader. */
export interface SenderReader {
  /** Who sent calls that lack something; at most a hundred, in no order. */
  lacking(project: ProjectId, range: Range): Promise<readonly CallSender[]>;
  /** Who sent spans and log records, calls or not; the ten that sent most, most first. */
  spansOf(project: ProjectId, range: Range): Promise<readonly SpanSender[]>;
}
