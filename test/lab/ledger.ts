import { encodeTraces } from "../../src/otlp/encode.ts";
import { chatSpan } from "./spans.ts";

/** The responses that a client received: the reference for losses. */
export interface Ledger {
  /** Span ID → number, of every span whose request was acknowledged. */
  readonly acknowledged: Map<string, number>;
  readonly refusals: Map<string, number>;
  readonly latenciesMs: number[];
  requests: number;
  /** Start of span 0; each later one starts a millisecond later. */
  readonly baseMs: number;
}

export const newLedger = (): Ledger => ({
  acknowledged: new Map(),
  refusals: new Map(),
  latenciesMs: [],
  requests: 0,
  baseMs: Date.now() - 60_000,
});

export interface LoadOptions {
  readonly url: () => string;
  readonly token: string;
  readonly run: number;
  readonly senders: number;
  readonly spansPerRequest: number;
  readonly pauseMs: number;
  readonly until: () => boolean;
  readonly copies?: number;
}

/**
 * Sends until stopped. Each body is retried until it is acknowledged, like exporters do (but without giving up).
 * Resolves when every started body was acknowledged or `until` has been true for two minutes.
 */
export async function load(ledger: Ledger, options: LoadOptions): Promise<void> {
  let next = ledger.acknowledged.size;
  await Promise.all(Array.from({ length: options.senders }, () => sender()));

  async function sender(): Promise<void> {
    while (!options.until()) {
      const numbers = Array.from({ length: options.spansPerRequest }, () => next++);
      const spans = numbers.map((number) => chatSpan({ run: options.run, number, startMs: ledger.baseMs + number }));
      const body = encodeTraces(spans);
      for (let copy = 0; copy < (options.copies ?? 1); copy++) {
        if (!(await deliver(body))) return;
        for (const [index, span] of spans.entries()) ledger.acknowledged.set(span.spanId, numbers[index] ?? -1);
      }
      await pause(options.pauseMs);
    }
  }

  async function deliver(body: Uint8Array<ArrayBuffer>): Promise<boolean> {
    let giveUpAt = Number.POSITIVE_INFINITY;
    while (Date.now() < giveUpAt) {
      const from = performance.now();
      const status = await post(options.url(), body, options.token);
      ledger.requests++;
      if (status === "200") {
        ledger.latenciesMs.push(performance.now() - from);
        return true;
      }
      ledger.refusals.set(status, (ledger.refusals.get(status) ?? 0) + 1);
      if (options.until()) giveUpAt = Math.min(giveUpAt, Date.now() + 120_000);
      await pause(100);
    }
    return false;
  }
}

/** Returns the status as text, or the name of the error if there was no response. */
export async function post(url: string, body: Uint8Array<ArrayBuffer>, token: string): Promise<string> {
  try {
    const response = await fetch(`${url}/v1/traces`, {
      method: "POST",
      headers: { "content-type": "application/x-protobuf", "api-key": token },
      body,
      signal: AbortSignal.timeout(60_000),
    });
    await response.arrayBuffer();
    return String(response.status);
  } catch (error) {
    return error instanceof Error ? error.name : "error";
  }
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
