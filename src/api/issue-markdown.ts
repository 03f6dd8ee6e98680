import type { issueJson } from "./to-json.ts";

type Shown = ReturnType<typeof issueJson>;

const dialogAtMost = 20_000;

/** An issue with its newest sample as text for a coding agent or a ticket. Content is fenced: it is data, not advice. */
export function issueMarkdown(
  issue: Shown,
  sample: Readonly<Record<string, unknown>> | undefined,
  baseUrl: string,
): string {
  const facts = [
    ["state", issue.regressed ? `${issue.state} (regressed)` : issue.state],
    ["severity", issue.severity],
    ["kind", issue.errorType === undefined ? issue.kind : `${issue.kind}, ${issue.errorType}`],
    ["check", issue.check],
    ["monitor", issue.monitorName ?? issue.monitorId],
    ["occurrences", `${issue.occurrences}, users ${issue.usersAffected}, sessions ${issue.sessionsAffected}`],
    ["seen", `${issue.firstSeenAt} to ${issue.lastSeenAt}`],
    ["link", `${baseUrl}/i/${issue.id}`],
  ];
  return [
    `# Issue ${issue.number}: ${oneLine(issue.title)}`,
    "",
    ...facts.map(([name, value]) => `- ${name}: ${oneLine(value ?? "")}`),
    "",
    "## What went wrong",
    "",
    fenced(issue.explanation),
    ...(issue.advice ? ["", `${whoActs[issue.advice.acts]}: ${issue.advice.remedy}`] : []),
    ...(sample ? ["", `## Dialog of datapoint ${String(sample["id"])}`, "", fenced(dialogOf(sample), "json")] : []),
    "",
  ].join("\n");
}

function dialogOf({ provider, requestModel, params, input, output, error }: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify({ provider, requestModel, params, input, output, error }, undefined, 2);
  return text.length > dialogAtMost ? `${text.slice(0, dialogAtMost)}\n… cut after ${dialogAtMost} characters` : text;
}

const whoActs = { you: "For you to do", provider: "At the provider" } as const;

/** A fence longer than any run of backticks inside. */
function fenced(text: string, language = ""): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
