import { setTimeout as sleep } from "node:timers/promises";
import { TraceFlags } from "@opentelemetry/api";
import { JsonTraceSerializer, ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import type { ReadableSpan, SpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { Settings } from "./settings.ts";
import { currentShape } from "./span-shape.ts";
import { createTransport, type Outcome } from "./transport.ts";

/** Exports ended spans. */
export interface Delivery extends SpanProcessor {
  /** Whether every span was delivered or given up. */
  readonly isIdle: () => boolean;
  /** Sends the remaining spans and blocks until it is done, for when the event loop no longer runs. */
  readonly flushSync: () => void;
}

const attempts = 5;

/**
 * Batches ended spans and sends one batch at a time, retrying after transient failures. Spans that do not fit into
 * the queue or are refused are counted and reported through `report`.
 */
export function createDelivery({ target, queue: limits, exitMs }: Settings, report: (line: string) => void): Delivery {
  const transport = createTransport(target);
  const serializer = target.format === "json" ? JsonTraceSerializer : ProtobufTraceSerializer;
  const queue: ReadableSpan[] = [];
  let sending: readonly ReadableSpan[] = [];
  let timer: NodeJS.Timeout | undefined;
  let draining: Promise<void> | undefined;
  let isClosing = false;
  let hasReported = false;

  function drain(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    draining ??= sendAll().finally(() => (draining = undefined));
    return draining;
  }

  async function sendAll(): Promise<void> {
    while (queue.length > 0) {
      sending = queue.splice(0, limits.batch);
      await send(sending);
      sending = [];
    }
  }

  async function send(spans: readonly ReadableSpan[]): Promise<void> {
    const body = serializer.serializeRequest([...spans]);
    if (!body) return;
    if (body.length > largestBody && spans.length > 1) return sendHalves(spans);
    const outcome = await post(body);
    if (outcome.kind === "too_large" && spans.length > 1) return sendHalves(spans);
    if (outcome.kind === "delivered") hasReported = false;
    else lose(spans.length, outcome.kind === "too_large" ? "413 too large" : outcome.reason);
  }

  async function sendHalves(spans: readonly ReadableSpan[]): Promise<void> {
    const middle = Math.ceil(spans.length / 2);
    await send(spans.slice(0, middle));
    await send(spans.slice(middle));
  }

  async function post(body: Uint8Array): Promise<Outcome> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await transport.post(body);
      if (outcome.kind !== "later" || attempt === attempts || isClosing) return outcome;
      const backOffMs = Math.min(outcome.afterMs ?? 500 * 2 ** attempt, 30_000);
      await sleep(backOffMs * (0.8 + Math.random() * 0.4), undefined, { ref: false });
    }
  }

  function lose(spans: number, reason: string): void {
    if (!hasReported) report(`${spans} span${spans === 1 ? "" : "s"} lost: ${target.url} ${reason}`);
    hasReported = true;
  }

  return {
    onStart: () => undefined,
    onEnd(span) {
      if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
      if (queue.length >= limits.size) {
        lose(1, `is behind by ${limits.size} spans`);
        return;
      }
      queue.push(currentShape(span));
      if (queue.length >= limits.batch) void drain();
      else timer ??= setTimeout(() => void drain(), limits.delayMs).unref();
    },
    isIdle: () => queue.length === 0 && sending.length === 0,
    forceFlush: drain,
    flushSync() {
      const left = [...sending, ...queue.splice(0)];
      const body = left.length === 0 ? undefined : serializer.serializeRequest(left);
      if (body) transport.postSync(body, exitMs);
    },
    async shutdown() {
      isClosing = true;
      await drain();
    },
  };
}

/** Bytes; larger batches are split in half. */
const largestBody = 4 * 1024 * 1024;
