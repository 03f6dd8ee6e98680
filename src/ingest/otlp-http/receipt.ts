import type { OtlpSignal, Summary } from "../../otlp/index.ts";
import type { Accepted } from "../otlp/accept.ts";

export interface Receipt {
  readonly httpStatus: 201 | 202;
  readonly body: string;
}

const nothing: Summary = { datapointsCreated: 0, spansProcessed: 0, checksExecuted: 0, issuesFound: 0 };

/**
 * Returns the status for a client that sent `x-gaffe-receipt: wait`: 201 once the pipeline has processed the
 * batch, 202 when that takes longer than `timeoutMs`. The batch is durable in both cases.
 */
export async function receiptOf(
  signal: OtlpSignal,
  accepted: Accepted & { kind: "accepted" },
  timeoutMs: number,
): Promise<Receipt> {
  const summary = accepted.admitted === undefined ? nothing : await settledWithin(accepted.admitted, timeoutMs);
  if (summary === undefined) {
    const message = "accepted and safe, but not processed yet";
    return { httpStatus: 202, body: JSON.stringify({ status: "accepted", message }) };
  }
  const processed = `${accepted.items} ${signal === "traces" ? "spans" : "log records"} processed`;
  return {
    httpStatus: 201,
    body: JSON.stringify({
      status: accepted.rejected === 0 ? "success" : "partial_success",
      message: accepted.rejected === 0 ? processed : `${processed}; ${accepted.message}`,
      summary: {
        datapoints_created: summary.datapointsCreated,
        spans_processed: summary.spansProcessed,
        checks_executed: summary.checksExecuted,
        issues_found: summary.issuesFound,
      },
    }),
  };
}

async function settledWithin(
  admitted: { settled(): Promise<Summary> },
  timeoutMs: number,
): Promise<Summary | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), timeoutMs);
  try {
    return await Promise.race([admitted.settled(), promise]);
  } catch {
    // The batch is in the journal: the pipeline retries what it could not finish.
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
