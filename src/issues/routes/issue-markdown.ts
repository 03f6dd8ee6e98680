import { type FailedStep, failureWords, type Verdict } from "../../datapoints/index.ts";
import type { AppLinks } from "../../server/index.ts";
import type { Differences, IssueDetail } from "../contract/issue.ts";
import type { Occurrence } from "../ports/findings.ts";

interface IssueDetails {
  readonly issue: Omit<IssueDetail, "trend"> & { readonly trend?: readonly number[] | undefined };
  readonly sample?: {
    readonly datapoint: Readonly<Record<string, unknown>>;
    readonly verdicts: readonly Verdict[];
    /** Stack trace of what failed, where the application recorded one. */
    readonly stack?: string | undefined;
    readonly failedSteps?: readonly FailedStep[] | undefined;
  };
  readonly differences?: Differences;
  readonly occurrences: readonly Occurrence[];
  readonly links: AppLinks;
}

const dialogAtMost = 20_000;
const stackAtMost = 6000;

/**
 * Returns an issue with its newest sample as Markdown for a coding agent or a ticket. Content is fenced,
 * because it is untrusted data.
 */
export function issueMarkdown({ issue, sample, differences, occurrences, links }: IssueDetails): string {
  return [
    `# Issue ${issue.number}: ${oneLine(issue.title)}`,
    "",
    ...(issue.subtitle === undefined ? [] : [code(oneLine(issue.subtitle)), ""]),
    ...[...factsOf(issue, links), ...whereOf(sample?.datapoint)].map(([name, value]) => `- ${name}: ${oneLine(value)}`),
    "",
    "## What went wrong",
    "",
    fenced(issue.explanation),
    ...(issue.advice ? ["", `${whoActs[issue.advice.acts]}: ${issue.advice.remedy}`] : []),
    ...failedStepLines(sample?.failedSteps),
    ...(sample?.stack === undefined ? [] : ["", "## Stack trace", "", fenced(cut(sample.stack, stackAtMost))]),
    ...differenceLines(differences),
    ...(sample
      ? [
          ...verdictLines(sample.verdicts),
          "",
          `## Dialog of datapoint ${String(sample.datapoint["id"])}`,
          "",
          links.datapoint(String(sample.datapoint["id"])),
          "",
          fenced(dialogOf(sample.datapoint), "json"),
        ]
      : []),
    ...occurrenceLines(occurrences, links),
    ...historyLines(issue),
    "",
  ].join("\n");
}

function factsOf(issue: IssueDetails["issue"], links: AppLinks): readonly (readonly [string, string])[] {
  const { trend = [], merged } = issue;
  const recent = trend.reduce((sum, count) => sum + count, 0);
  const resolved = issue.resolution === "next_release" ? " in the next release" : "";
  const state = `${issue.state}${resolved}${issue.regressed ? " (regressed)" : ""}`;
  return [
    ["state", state],
    ["severity", issue.severity],
    ["kind", issue.errorType === undefined ? issue.kind : `${issue.kind}, ${issue.errorType}`],
    ["check", issue.check],
    ["monitor", issue.monitorName ?? issue.monitorId],
    ["occurrences", `${issue.occurrences}, users ${issue.usersAffected}, sessions ${issue.sessionsAffected}`],
    ...(issue.retried === 0 ? [] : [["retries", `${issue.retried}, up to ${issue.mostRetries} of one call`] as const]),
    ["last 24 hours", `${recent}${issue.spikingSince === undefined ? "" : ", far more often than before"}`],
    ["seen", `${issue.firstSeenAt} to ${issue.lastSeenAt}`],
    ...(issue.firstRelease === undefined ? [] : [["first release", issue.firstRelease] as const]),
    ...(issue.assignee === undefined ? [] : [["assignee", issue.assignee] as const]),
    ...facetsOf(issue),
    ...(merged.length === 0
      ? []
      : [["merged", merged.map(({ number, title }) => `#${number} ${title}`).join("; ")] as const]),
    ["link", links.issue(issue.number)],
  ];
}

/** Returns the values of each facet with their shares. */
function facetsOf({ facets }: IssueDetails["issue"]): readonly (readonly [string, string])[] {
  return Array.from(
    Map.groupBy(facets, ({ field }) => field),
    ([field, values]) => {
      const all = values.reduce((sum, { count }) => sum + count, 0);
      const shares = values.slice(0, 5).map(({ value, count }) => `${value} ${percent(count / all)}`);
      return [`${field} of its calls`, shares.join(", ")] as const;
    },
  );
}

/** Returns where the newest sample ran, with the ids that `get_span` and `get_trace` of MCP take. */
function whereOf(datapoint: Readonly<Record<string, unknown>> = {}): readonly (readonly [string, string])[] {
  const named = {
    service: "service",
    environment: "environment",
    release: "release",
    traceId: "trace",
    spanId: "span",
  };
  return Object.entries(named).flatMap(([field, name]) => {
    const value = datapoint[field];
    return typeof value === "string" && value !== "" ? [[`${name} of the newest sample`, value] as const] : [];
  });
}

/** Lists the steps that broke, with the ids that `get_span` of MCP takes. */
function failedStepLines(steps: readonly FailedStep[] | undefined): readonly string[] {
  if (!steps) return [];
  const lines = steps.map(({ kind, name, spanId, error }) => {
    const what = failureWords(error);
    return `- ${kind} ${code(oneLine(name))} (span ${spanId}), ${error.type}${what === "" ? "" : `: ${code(oneLine(what).slice(0, 300))}`}`;
  });
  return ["", "## Failed steps of the trace", "", ...lines];
}

function differenceLines(differences: Differences | undefined): readonly string[] {
  if (!differences || differences.values.length === 0) return [];
  const lines = differences.values
    .slice(0, 8)
    .map(
      ({ query, share, otherShare }) => `- ${code(query)}: ${percent(share)} here, ${percent(otherShare)} elsewhere`,
    );
  return ["", "## What is different about its occurrences", "", ...lines, "", `(${differences.method})`];
}

function verdictLines(verdicts: readonly Verdict[]): readonly string[] {
  const failed = verdicts.filter(({ state }) => state === "failed").slice(0, 10);
  if (failed.length === 0) return [];
  return [
    "",
    "## Failed checks",
    "",
    ...failed.flatMap(({ check, explanation, evidence }) => [
      `- ${code(check)}: ${oneLine(explanation ?? "")}`,
      ...evidence.slice(0, 3).map(({ target, text }) => `  - ${target}: ${code(oneLine(text).slice(0, 200))}`),
    ]),
  ];
}

function occurrenceLines(occurrences: readonly Occurrence[], links: AppLinks): readonly string[] {
  if (occurrences.length === 0) return [];
  const lines = occurrences.map(({ datapoint, explanation, at }) => {
    const { id, requestModel, release } = datapoint;
    const where = [requestModel, release].filter((part) => part !== undefined).join(", ");
    return `- ${new Date(at).toISOString()}${where === "" ? "" : ` (${oneLine(where)})`} ${links.datapoint(id)}: ${code(oneLine(explanation).slice(0, 200))}`;
  });
  return ["", "## Newest occurrences", "", ...lines];
}

function historyLines({ activity }: IssueDetails["issue"]): readonly string[] {
  const lines = activity.slice(-15).map(({ kind, actor, at, note }) => {
    const noteText = note === undefined ? "" : `: ${code(oneLine(note).slice(0, 500))}`;
    return `- ${at} ${kind} by ${oneLine(actor)}${noteText}`;
  });
  return lines.length === 0 ? [] : ["", "## History", "", ...lines];
}

function dialogOf(datapoint: Readonly<Record<string, unknown>>): string {
  const { provider, requestModel, params, dialogHistory, input, output, error } = datapoint;
  const call = { provider, requestModel, params, input, output, error };
  const text = JSON.stringify(dialogHistory === undefined ? call : { dialogHistory, ...call }, undefined, 2);
  // The call itself matters more than what came before it.
  return cut(text.length > dialogAtMost ? JSON.stringify(call, undefined, 2) : text, dialogAtMost);
}

const cut = (text: string, atMost: number) =>
  text.length > atMost ? `${text.slice(0, atMost)}\n… cut after ${atMost} characters` : text;

const whoActs = { you: "For you to do", provider: "At the provider" } as const;

/** Returns a fence longer than any run of backticks inside. */
function fenced(text: string, language = ""): string {
  const fence = "`".repeat(Math.max(2, longestRun(text)) + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Returns untrusted text as inline code, so that none of it is read as Markdown. */
function code(text: string): string {
  const fence = "`".repeat(longestRun(text) + 1);
  return text === "" ? "" : `${fence}${/^`|`$/.test(text) ? ` ${text} ` : text}${fence}`;
}

const longestRun = (text: string) => Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
const percent = (share: number) => `${Math.round(share * 100)} %`;
const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
