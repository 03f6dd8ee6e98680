import { hash } from "node:crypto";
import { encodeTraces } from "../../../src/otlp/encode.ts";
import type { Span } from "../../../src/otlp/span.ts";
import type { Exporter } from "../cluster/exporter.ts";
import { hashOfSpan } from "../cluster/load.ts";
import { inTrace, shortCall } from "../cluster/texts.ts";
import { type ApiTarget, visibleAfter } from "../cluster/visible.ts";
import { pause } from "../ledger.ts";
import { random } from "../row.ts";
import { failedSpan } from "../spans.ts";

const providerKey = "gen_ai.provider.name";
/** Providers of each project's failing calls, in turn over the run: each opens an issue. */
const failing = ["openai", "anthropic", "mistral_ai", "cohere"];

/**
 * Calls of this model come in two parts, of which the second corrects the first; their monitor is repeatedly
 * created and deleted.
 */
export const churnModel = "lab-churn";

/** One project, its traffic, and the model of what must be visible. */
export interface ProjectLedger {
  readonly name: string;
  readonly target: Required<ApiTarget>;
  /** Span ID → hash of its content, of every acknowledged call that remains a datapoint. */
  readonly calls: Map<string, string>;
  /** Provider of a failing call → its acknowledged calls. Each is an issue. */
  readonly failures: Map<string, number>;
  readonly dropped: Map<string, number>;
  readonly delays: Delay[];
  /** Without the calls in two parts, of which only one remains a datapoint. */
  sent: number;
  /** Spans whose response was cut off: their exporter dropped them, and they must be stored. */
  cut: number;
  /** Spans with an invalid ID: they are rejected with a reason. */
  malformed: number;
  unfinished: number;
  next: number;
}

export interface Delay {
  readonly acknowledgedAt: number;
  readonly ms: number;
}

export const newProjectLedger = (name: string, target: Required<ApiTarget>): ProjectLedger => ({
  name,
  target,
  calls: new Map(),
  failures: new Map(),
  dropped: new Map(),
  delays: [],
  sent: 0,
  cut: 0,
  malformed: 0,
  unfinished: 0,
  next: 0,
});

interface Sending {
  readonly ledger: ProjectLedger;
  readonly exporter: Exporter;
  readonly seed: number;
  readonly isOver: () => boolean;
  /** Unix milliseconds. */
  readonly endsAt: number;
  /** 0 to 1. */
  readonly progress: () => number;
}

async function deliver(
  { ledger, exporter }: Sending,
  spans: readonly Span[],
  retained: readonly Span[],
): Promise<void> {
  if (retained.length > 0) ledger.sent += spans.length;
  const outcome = await exporter.send(encodeTraces(spans));
  if (outcome.kind === "cut") ledger.cut += spans.length;
  if (outcome.kind === "acknowledged" || outcome.kind === "cut") {
    for (const span of retained) {
      ledger.calls.set(span.spanId, hashOfSpan(span).slice(0, 16));
      if (span.status !== "error") continue;
      const provider = span.attributes.get(providerKey);
      if (typeof provider !== "string") continue;
      ledger.failures.set(provider, (ledger.failures.get(provider) ?? 0) + 1);
    }
  } else if (outcome.kind === "dropped") {
    ledger.dropped.set(outcome.status, (ledger.dropped.get(outcome.status) ?? 0) + spans.length);
  } else {
    ledger.unfinished += spans.length;
  }
}

const withAttribute = (span: Span, name: string, value = ""): Span => ({
  ...span,
  attributes: new Map([...span.attributes, [name, value]]),
});

/** Sends traces of one to five calls, each in its own request; some calls fail, some spans are malformed. */
export async function sendTraces(sending: Sending, sender: number): Promise<void> {
  const { ledger, seed, isOver, progress } = sending;
  const next = random(seed + sender);
  for (let trace = 0; !isOver(); trace++) {
    const calls = 1 + Math.floor(next() * 5);
    for (let call = 0; call < calls; call++) {
      const number = ledger.next++;
      const facts = { run: seed, number, startMs: Date.now() - 1000, promptLength: 60 };
      const isFailing = next() < 0.2;
      const provider = failing[Math.floor(next() * Math.min(failing.length, 1 + progress() * failing.length))];
      const span = inTrace(
        isFailing ? withAttribute(failedSpan(facts), providerKey, provider) : shortCall(seed, number, facts.startMs),
        `${seed}-${sender}-${trace}`,
      );
      const bad = next() < 0.02 ? [{ ...shortCall(seed, number + 5_000_000), spanId: "abcd" }] : [];
      ledger.malformed += bad.length;
      await deliver(sending, [span, ...bad], [span]);
      await pause(next() * 150);
    }
  }
}

/** Sends calls in two parts: alone and without an output, then complete from the parent span. */
export async function sendChurn(sending: Sending): Promise<void> {
  const { ledger, seed, isOver } = sending;
  const next = random(seed + 77);
  for (let number = 0; !isOver(); number++) {
    const name = `${seed}-churn-${number}`;
    const call = inTrace(shortCall(seed, 8_000_000 + number, Date.now() - 1000), name);
    const whole = withAttribute(call, "gen_ai.request.model", churnModel);
    const inner = { ...whole, spanId: hash("sha256", name).slice(0, 16), parentSpanId: whole.spanId };
    const unanswered = new Map([...inner.attributes].filter(([key]) => key !== "gen_ai.output.messages"));
    await deliver(sending, [{ ...inner, attributes: unanswered }], []);
    await pause(500 + next() * 4000);
    await deliver(sending, [whole], []);
    ledger.next++;
  }
}

/** Sends bodies of 100 calls as fast as they are accepted, for ten seconds of each minute. */
export async function flood(sending: Sending, sender: number): Promise<void> {
  const { seed, isOver } = sending;
  const from = Date.now();
  for (let number = 0; !isOver(); ) {
    if ((Date.now() - from) % 60_000 > 10_000) {
      await pause(200);
      continue;
    }
    const base = sender * 10_000_000 + number;
    const spans = Array.from({ length: 100 }, (_, index) => shortCall(seed, base + index, Date.now() - 1000));
    number += 100;
    await deliver(sending, spans, spans);
  }
}

/** Sends one call at a time, and measures the time from its acknowledgement until it is visible. */
export async function probe(sending: Sending): Promise<void> {
  const { ledger, seed, isOver, endsAt } = sending;
  for (let number = 0; !isOver(); number++) {
    const span = shortCall(seed, 9_000_000 + number, Date.now() - 1000);
    await deliver(sending, [span], [span]);
    if (!ledger.calls.has(span.spanId)) continue;
    const acknowledgedAt = Date.now();
    // A lost call delays the end of the run by two minutes at most.
    const withinMs = Math.max(30_000, Math.min(300_000, endsAt + 120_000 - acknowledgedAt));
    const ms = (await visibleAfter(ledger.target, span, withinMs)) ?? withinMs;
    ledger.delays.push({ acknowledgedAt, ms });
    await pause(300);
  }
}
