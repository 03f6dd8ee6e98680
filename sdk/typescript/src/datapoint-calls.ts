import { GaffeError } from "./errors.ts";
import { contentOf, type Uploaded } from "./file.ts";
import { MonitorCalls } from "./monitor-calls.ts";
import { type OptionNames, refuseUnknown } from "./options.ts";
import type { Datapoint, DatapointRow, NewDatapoint, NewFeedback, RecordedDatapoint } from "./types.ts";

const atOnce = 1000;

/** Finds and records model calls. */
export class DatapointCalls extends MonitorCalls {
  /**
   * Returns datapoints that match a query, newest first: at most `limit` (default 50), by default of the last
   * 24 hours.
   */
  async findDatapoints(wanted: FindDatapoints = {}): Promise<readonly DatapointRow[]> {
    refuseUnknown("findDatapoints", wanted, { q: true, limit: true, from: true, to: true });
    const { q = "", limit = 50, from, to } = wanted;
    return (await this.api.list("GET /datapoints", { query: { q, from, to } }, limit)).items;
  }

  /** Returns a datapoint with its messages, its verdicts, and why monitors matched it or did not. */
  async getDatapoint(id: string): Promise<Datapoint> {
    return this.api.send("GET /datapoints/{id}", { path: { id } });
  }

  /**
   * Records model calls, a thousand per request. Acknowledged calls are durable, and visible shortly
   * afterwards.
   */
  async addDatapoints(datapoints: readonly NewDatapoint[]): Promise<readonly RecordedDatapoint[]> {
    const added: RecordedDatapoint[] = [];
    for (let from = 0; from < datapoints.length; from += atOnce) {
      const batch = datapoints.slice(from, from + atOnce);
      added.push(...(await this.write("POST /datapoints", { body: batch })).items);
    }
    return added;
  }

  /**
   * Sends what a user or an evaluator thinks of a call, named by its datapoint, span, trace or the id of the provider's
   * response; the call itself may arrive later. Of the same name and userId, the newest feedback counts.
   */
  async feedback(given: NewFeedback): Promise<void> {
    refuseUnknown("feedback", given, feedbackNames);
    await this.write("POST /feedback", { body: given });
  }

  /** Records completions from a file: JSON lines, each as addDatapoints takes one. */
  async uploadDatapoints(file: Uploaded): Promise<readonly RecordedDatapoint[]> {
    const calls = contentOf(file)
      .split("\n")
      .flatMap((line, index) => (line.trim() === "" ? [] : [callIn(line, index + 1)]));
    if (calls.length === 0)
      throw new GaffeError("the file is empty: write one completion a line", { field: "content" });
    return this.addDatapoints(calls);
  }
}

const feedbackNames: OptionNames<NewFeedback> = {
  datapointId: true,
  traceId: true,
  spanId: true,
  responseId: true,
  name: true,
  rating: true,
  score: true,
  label: true,
  comment: true,
  userId: true,
  removed: true,
  at: true,
};

export interface FindDatapoints {
  /** A query, as in the search box. */
  readonly q?: string;
  readonly limit?: number;
  /** ISO 8601. */
  readonly from?: string;
  readonly to?: string;
}

function callIn(line: string, number: number): NewDatapoint {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch (thrown) {
    throw new GaffeError(`line ${number} is not JSON: ${(thrown as Error).message}`, { field: "content" }, thrown);
  }
  if (typeof read !== "object" || read === null || !("input" in read))
    throw new GaffeError(`line ${number} must be an object with 'input', and mostly 'output'`, { field: "content" });
  return read as NewDatapoint;
}
