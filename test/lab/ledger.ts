import { encodeTraces } from "../../src/otlp/encode.ts";
import { chatSpan } from "./spans.ts";

/** What a sender was told: the truth about loss. */
export interface Ledger {
  /** Span id → number, of every span whose request was answered with success. */
  readonly acknowledged: Map<string, number>;
  readonly refusals: Map<string, number>;
  readonly latenciesMs: number[];
  requests: number;
  /** Start of span 0; each next one starts a millisecond later. */
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
  /** Pause of each sender between requests. */
  readonly pauseMs: number;
  readonly until: () => boolean;
  /** Sends every body so many times. */
  readonly copies?: number;
}

/**
 * Sends until told to stop, each body again and again until it was acknowledged, as exporters do (but without giving
 * up). Resolves when every body begun was acknowledged or `until` holds for two more minutes.
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
    let patience = Number.POSITIVE_INFINITY;
    while (Date.now() < patience) {
      const from = performance.now();
      const status = await post(options.url(), body, options.token);
      ledger.requests++;
      if (status === "200") {
        ledger.latenciesMs.push(performance.now() - from);
        return true;
      }
      ledger.refusals.set(status, (ledger.refusals.get(status) ?? 0) + 1);
      if (options.until()) patience = Math.min(patience, Date.now() + 120_000);
      await pause(100);
    }
    return false;
  }
}

/** Status as text, or the name of the error when there was no answer. */
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
