import { hash } from "node:crypto";
import { encodeTraces } from "../../../src/otlp/encode.ts";
import type { Span } from "../../../src/otlp/span.ts";
import { pause } from "../ledger.ts";
import type { Exporter } from "./exporter.ts";
import { type ApiTarget, exported } from "./visible.ts";

/** What exporters sent, with the outcomes: the reference for losses. */
export interface SentLedger {
  /** Span id → content hash, of acknowledged spans. */
  readonly acknowledged: Map<string, string>;
  /** Dropped spans, by the status that caused it. */
  readonly dropped: Map<string, number>;
  sent: number;
}

export const newSentLedger = (): SentLedger => ({ acknowledged: new Map(), dropped: new Map(), sent: 0 });

export const countOf = (map: ReadonlyMap<unknown, number>): number => [...map.values()].reduce((sum, n) => sum + n, 0);

export async function sendTo(ledger: SentLedger, exporter: Exporter, spans: readonly Span[]): Promise<boolean> {
  ledger.sent += spans.length;
  const outcome = await exporter.send(encodeTraces(spans));
  if (outcome.kind === "acknowledged") {
    for (const span of spans) ledger.acknowledged.set(span.spanId, hashOfSpan(span));
    return true;
  }
  ledger.dropped.set(outcome.status, (ledger.dropped.get(outcome.status) ?? 0) + spans.length);
  return false;
}

export async function sendContinuously(
  ledger: SentLedger,
  exporter: Exporter,
  {
    next,
    isOver,
    pauseMs,
  }: { readonly next: () => readonly Span[]; readonly isOver: () => boolean; readonly pauseMs: number },
): Promise<void> {
  while (!isOver()) {
    await sendTo(ledger, exporter, next());
    await pause(pauseMs);
  }
}

export interface Reconciled {
  readonly acknowledged: number;
  readonly lost: number;
  readonly duplicated: number;
  readonly altered: number;
  /** Stored without an acknowledgement: the response of an attempt was lost. */
  readonly extra: number;
}

/** Waits until everything acknowledged is exported (or nothing changes for `timeoutMs`), then compares content. */
export async function reconcile(target: ApiTarget, ledger: SentLedger, timeoutMs: number): Promise<Reconciled> {
  let seen = new Set<string>();
  for (let still = performance.now(); performance.now() - still < timeoutMs; ) {
    const now = new Set((await exported(target)).map(({ spanId }) => spanId));
    if (now.size !== seen.size) still = performance.now();
    seen = now;
    if ([...ledger.acknowledged.keys()].every((id) => seen.has(id))) break;
    await pause(1000);
  }
  const times = new Map<string, number>();
  let altered = 0;
  for (const row of await exported(target, "whole")) {
    times.set(row.spanId, (times.get(row.spanId) ?? 0) + 1);
    const expected = ledger.acknowledged.get(row.spanId);
    if (expected !== undefined && expected !== hashOfRow(row)) altered++;
  }
  return {
    acknowledged: ledger.acknowledged.size,
    lost: [...ledger.acknowledged.keys()].filter((id) => !times.has(id)).length,
    duplicated: [...times.values()].filter((count) => count > 1).length,
    altered,
    extra: [...times.keys()].filter((id) => !ledger.acknowledged.has(id)).length,
  };
}

export const isClean = ({ acknowledged, lost, duplicated, altered }: Reconciled): boolean =>
  acknowledged > 0 && lost + duplicated + altered === 0;

interface Texts {
  readonly role: string;
  readonly parts: readonly { readonly type: string; readonly text?: string; readonly content?: string }[];
}

function hashOfTexts(input: readonly Texts[], output: readonly Texts[], model: string): string {
  const textsOf = (messages: readonly Texts[]) =>
    messages.flatMap(({ role, parts }) => parts.map(({ text, content }) => `${role}:${text ?? content ?? ""}`));
  return hash("sha256", JSON.stringify([textsOf(input), textsOf(output), model]));
}

export function hashOfSpan({ attributes }: Span): string {
  const messages = (name: string) => JSON.parse(textOf(attributes.get(name)) || "[]") as Texts[];
  const model = textOf(attributes.get("gen_ai.request.model"));
  return hashOfTexts(messages("gen_ai.input.messages"), messages("gen_ai.output.messages"), model);
}

export function hashOfRow(row: Readonly<Record<string, unknown>>): string {
  return hashOfTexts((row["input"] ?? []) as Texts[], (row["output"] ?? []) as Texts[], textOf(row["requestModel"]));
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
