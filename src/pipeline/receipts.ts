import type { Summary } from "../otlp/index.ts";
import type { BatchMember, Seq } from "../storage/index.ts";
import type { TraceOutcome } from "./batches/batch-result.ts";

/**
 * Creates receipts, which notify waiting callers when the items of their request have left the pipeline. A trace
 * that several requests share counts for each of them.
 */
export function createReceipts() {
  const waiting = new Map<
    Seq,
    { left: number; traceIds: ReadonlySet<string>; summary: Summary; done: (summary: Summary) => void }
  >();

  return { wait, left };

  function wait(seq: Seq, traceIds: readonly string[]): Promise<Summary> {
    return new Promise((done) => {
      const summary = { datapointsCreated: 0, spansProcessed: traceIds.length, checksExecuted: 0, issuesFound: 0 };
      waiting.set(seq, { left: traceIds.length, traceIds: new Set(traceIds), summary, done });
    });
  }

  /** Records that a write batch has left the pipeline. */
  function left(members: readonly BatchMember[], outcomes: readonly TraceOutcome[]): void {
    if (waiting.size === 0) return;
    for (const { seq, items } of members) {
      const receipt = waiting.get(seq);
      if (!receipt) continue;
      for (const outcome of outcomes.filter(({ traceId }) => receipt.traceIds.has(traceId)))
        receipt.summary = plus(receipt.summary, outcome);
      receipt.left -= items?.length ?? receipt.left;
      if (receipt.left > 0) continue;
      waiting.delete(seq);
      receipt.done(receipt.summary);
    }
  }
}

function plus(summary: Summary, outcome: TraceOutcome): Summary {
  return {
    ...summary,
    datapointsCreated: summary.datapointsCreated + outcome.datapoints,
    checksExecuted: summary.checksExecuted + outcome.checks,
    issuesFound: summary.issuesFound + outcome.findings.length,
  };
}
