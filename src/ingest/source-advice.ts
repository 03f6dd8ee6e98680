import type { CallSender, ContentAdvice, ContentSwitch, SpanSender } from "../datapoints/index.ts";
import { contentAdvice } from "../datapoints/service.ts";
import { fixOf, type RejectedRequest } from "./rejected-request.ts";

/** What arrived in a time range, as input for advice. */
export interface Came {
  readonly datapoints: number;
  readonly lacking: readonly CallSender[];
  /** Read only when no datapoint arrived. */
  readonly spans: readonly SpanSender[];
  readonly rejected: readonly Pick<RejectedRequest, "route" | "status" | "reason">[];
}

/** Returns advice for instrumentations whose newest calls still lack content. */
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

/** Returns sentences on what the people who run the sources should change; empty if all is well. */
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
    return `${countOf(spans)}${from(spans)} arrived and no span: model calls are read from spans. Export traces as well as logs: OTEL_TRACES_EXPORTER=otlp.`;
  }
  if (last === undefined) {
    return "No datapoint arrived in this time. Send spans to /v1/traces, or calls through the proxy.";
  }
  const fix = fixOf(last);
  return `No datapoint arrived in this time. The last request was refused: ${last.route} (${last.status}), ${last.reason}${fix === undefined ? "" : `: ${fix}`}.`;
}

const spansMissing = ({ service, withoutSpan: { calls } }: CallSender) =>
  `${calls} ${calls === 1 ? "call is" : "calls are"} known by log records alone, the spans${ofService(service)} never came: export traces as well as logs, OTEL_TRACES_EXPORTER=otlp.`;

function clockWrong({ service, aheadMs, misdated: { calls } }: CallSender): string {
  const how =
    aheadMs > 0
      ? `up to ${lengthOf(aheadMs)} after ${calls === 1 ? "it" : "they"} came`
      : `${lengthOf(-aheadMs)} before ${calls === 1 ? "it" : "they"} came`;
  return `${calls} ${calls === 1 ? "call reports that it" : "calls report that they"} began ${how}: the clock${ofService(service)} is wrong. Lists show ${calls === 1 ? "it" : "them"} by arrival.`;
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

/** Returns the largest unit in which the length is at least two. */
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
