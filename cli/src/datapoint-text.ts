import type { DatapointDetail, Message, Verdict } from "../../packages/api-client/src/api.ts";
import { columns } from "./print.ts";

/** Describes a datapoint for people: its facts, its messages, its error and its verdicts. */
export function datapointText(datapoint: DatapointDetail): string {
  const { id, startedAt, durationMs, requestModel, provider, service, environment, release, usage, cost, error } =
    datapoint;
  const tokens = [usage.inputTokens, usage.outputTokens].map((count) => count ?? "?").join(" in, ");
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["datapoint", id],
    ["started", startedAt],
    ["duration", `${Math.round(durationMs)} ms`],
    ["model", [requestModel ?? "?", ...(provider === undefined ? [] : [`(${provider})`])].join(" ")],
    ["service", [service, environment, release].filter(Boolean).join(" ") || undefined],
    ["tokens", `${tokens} out`],
    ["cost", cost ? `$${Number(cost.usd.toPrecision(3))}${cost.complete ? "" : " at least"}` : undefined],
    ["trace", datapoint.traceId],
    ["session", datapoint.sessionId],
    ["tags", datapoint.tags.join(" ") || undefined],
    ["error", error ? [error.type, error.message].filter(Boolean).join(": ") : undefined],
  ];
  return [
    columns(facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    ...[...datapoint.input, ...datapoint.output].map(messageText),
    ...(datapoint.verdicts.length === 0 ? [] : [`\nchecks`, ...datapoint.verdicts.map(verdictText)]),
  ].join("\n");
}

function messageText({ role, parts }: Message): string {
  const text = parts.map((part) =>
    "text" in part && typeof part.text === "string" ? part.text : JSON.stringify(part),
  );
  return `\n${role}\n${text.join("\n").replaceAll(/^/gm, "  ")}`;
}

const marks: Readonly<Record<string, string>> = { passed: "✓", failed: "✗", skipped: "–", broken: "!" };

function verdictText({ check, state, explanation, reason }: Verdict): string {
  const why = explanation || reason || "";
  return `  ${marks[state] ?? "…"} ${check}${why === "" ? "" : `: ${why}`}`;
}
