import { fixOf, type RejectedRequest } from "../../ingest/rejected-request.ts";
import { type ContentAdvice, type ContentSwitch, contentAdvice } from "./content-advice.ts";

/** Calls of one kind that lack something, by who sent them: a service, told by one instrumentation. */
export interface CallSender {
  readonly service?: string;
  readonly convention: string;
  readonly withoutContent: Lack;
  /** Known by their log records alone. One that is under way is so for a while: calls of the last minute are left out. */
  readonly withoutSpan: Lack;
  readonly misdated: Lack;
  /** How long after its arrival a misdated call says that it began, milliseconds, at most; negative: before. */
  readonly aheadMs: number;
}

interface Lack {
  readonly calls: number;
  /** The newest call lacks it too: what was wrong is not mended yet. */
  readonly goesOn: boolean;
}

/** Spans, or log records, of one service. */
export interface SpanSender {
  readonly signal: "spans" | "log records";
  readonly service?: string;
  readonly count: number;
}

/** What came in some time, as advice is made of it. */
export interface Came {
  readonly datapoints: number;
  readonly lacking: readonly CallSender[];
  /** Asked for where no datapoint came. */
  readonly spans: readonly SpanSender[];
  readonly rejected: readonly Pick<RejectedRequest, "route" | "status" | "because">[];
}

/** What the calls that go on coming without content need, by instrumentation. */
export function contentAdviceFor(
  lacking: readonly CallSender[],
  switches: readonly ContentSwitch[],
): readonly ContentAdvice[] {
  const calls = new Map<string, number>();
  for (const { convention, withoutContent } of lacking) {
    if (withoutContent.goesOn) calls.set(convention, (calls.get(convention) ?? 0) + withoutContent.calls);
  }
  return contentAdvice(calls, switches);
}

/** In sentences, what whoever sends should change; nothing where all is well. */
export function senderAdvice(came: Came, switches: readonly ContentSwitch[]): readonly string[] {
  if (came.datapoints === 0) return [nothingCame(came)];
  return [
    ...contentAdviceFor(came.lacking, switches).map(({ advice }) => advice),
    ...came.lacking.filter(({ withoutSpan }) => withoutSpan.goesOn).map(spansMissing),
    ...came.lacking.filter(({ misdated }) => misdated.goesOn).map(clockWrong),
  ];
}

function nothingCame({ spans, rejected: [last] }: Came): string {
  const traced = spans.filter(({ signal }) => signal === "spans");
  if (traced.length > 0) {
    return `${countOf(traced)}${from(traced)} came, and none of them is a model call: switch on the instrumentation of the model's SDK too, or send the calls through the proxy.`;
  }
  if (spans.length > 0) {
    return `${countOf(spans)}${from(spans)} came and no span: model calls are told by spans. Export traces as well as logs: OTEL_TRACES_EXPORTER=otlp.`;
  }
  if (last === undefined) {
    return "No datapoint arrived in this time. Send spans to /v1/traces, or calls through the proxy.";
  }
  const fix = fixOf(last);
  return `No datapoint arrived in this time. What came last was not taken: ${last.route} (${last.status}), ${last.because}${fix === undefined ? "" : `: ${fix}`}.`;
}

const spansMissing = ({ service, withoutSpan: { calls } }: CallSender) =>
  `${calls} ${calls === 1 ? "call is" : "calls are"} known by log records alone, the spans${ofService(service)} never came: export traces as well as logs, OTEL_TRACES_EXPORTER=otlp.`;

function clockWrong({ service, aheadMs, misdated: { calls } }: CallSender): string {
  const how =
    aheadMs > 0
      ? `up to ${lengthOf(aheadMs)} after ${calls === 1 ? "it" : "they"} came`
      : `${lengthOf(-aheadMs)} before ${calls === 1 ? "it" : "they"} came`;
  return `${calls} ${calls === 1 ? "call says that it" : "calls say that they"} began ${how}: the clock${ofService(service)} is wrong. Lists show ${calls === 1 ? "it" : "them"} by arrival.`;
}

const ofService = (service: string | undefined) => (service === undefined ? "" : ` of ${service}`);

function countOf(senders: readonly SpanSender[]): string {
  const count = senders.reduce((sum, one) => sum + one.count, 0);
  const [word = ""] = senders.map(({ signal }) => signal);
  return `${count} ${count === 1 ? word.slice(0, -1) : word}`;
}

function from(senders: readonly SpanSender[]): string {
  const names = senders.flatMap(({ service }) => service ?? []);
  return names.length === 0 ? "" : ` from ${names.slice(0, 3).join(", ")}${names.length > 3 ? " and others" : ""}`;
}

/** The largest unit in which it is at least two. */
function lengthOf(ms: number): string {
  const [size, name] = units.find(([each]) => ms >= 2 * each) ?? ([1000, "s"] as const);
  return `${Math.round(ms / size)} ${name}`;
}

const units = [
  [365 * 86_400_000, "years"],
  [86_400_000, "days"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1000, "s"],
] as const;
