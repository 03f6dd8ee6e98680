import { randomFillSync } from "node:crypto";

export interface TraceIds {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}

/**
 * Creates the ids of a call; its span is a child of the caller's if it sent a valid `traceparent` (W3C Trace
 * Context).
 */
export function traceIds(traceparent: string | undefined): TraceIds {
  const spanId = randomHex(8);
  const match = traceparent === undefined ? null : pattern.exec(traceparent);
  if (!match || /^0+$/.test(match[1]!) || /^0+$/.test(match[2]!)) return { traceId: randomHex(16), spanId };
  return { traceId: match[1]!, spanId, parentSpanId: match[2]! };
}

const pattern = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/;

const pool = Buffer.alloc(4_096);
let used = pool.length;

/** Random bytes are drawn in bulk: one system call per id would cost more than the rest of the routing. */
function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString("hex", used - bytes, used);
}
