import type { Api } from "./api.ts";
import { asJson } from "./print.ts";

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}

interface Asked {
  readonly q: string;
  readonly limit: number;
  readonly json: boolean;
  /** ISO 8601. */
  readonly from?: string;
  readonly to?: string;
}

interface Issue {
  readonly number: number;
  readonly title: string;
  readonly state: string;
  readonly severity: string;
  readonly occurrences: number;
  readonly lastSeenAt: string;
}

export interface DatapointRow {
  readonly id: string;
  readonly startedAt: string;
  readonly requestModel?: string;
  readonly inputPreview: string;
  readonly verdicts: Readonly<Record<string, number>>;
}

/** Issues a line each, or as the API gives them. */
export async function listIssues(api: Api, asked: Pick<Asked, "q" | "limit" | "json">): Promise<string> {
  const page = await api.get<Page<Issue>>(`/issues?${query(asked)}`);
  if (asked.json) return asJson(page);
  if (page.items.length === 0) return "no issue matches";
  tellOfMore(page, "--limit takes up to 200");
  return page.items
    .map(({ number, severity, state, occurrences, title }) =>
      [`#${number}`.padEnd(6), severity.padEnd(9), state.padEnd(13), `${occurrences}×`.padEnd(8), title].join(""),
    )
    .join("\n");
}

export async function showIssue(api: Api, number: string, json: boolean): Promise<string> {
  if (json) return asJson(await api.get(`/issues/${encodeURIComponent(number)}`));
  return api.text(`/issues/${encodeURIComponent(number)}?as=markdown`);
}

export async function resolveIssue(api: Api, number: string, json: boolean): Promise<string> {
  const issue = await api.patch<Issue>(`/issues/${encodeURIComponent(number)}`, { state: "resolved" });
  if (json) return asJson(issue);
  return `#${issue.number} is ${issue.state}: ${issue.title}`;
}

export async function searchDatapoints(api: Api, asked: Asked): Promise<string> {
  const page = await firstDatapoints(api, asked);
  if (asked.json) return asJson(page);
  if (page.items.length === 0)
    return (asked.from ?? asked.to) === undefined
      ? "no datapoint of the last 24 hours matches: --from looks further back"
      : "no datapoint of that time matches";
  tellOfMore(page, "--limit takes up to 200, gaffe export takes all");
  return page.items.map(datapointLine).join("\n");
}

/** As many as were asked for: a search that takes long is answered in parts, of which some are short or empty. */
async function firstDatapoints(api: Api, asked: Asked): Promise<Page<DatapointRow>> {
  const items: DatapointRow[] = [];
  let nextCursor: string | undefined;
  do {
    const wanted = { ...asked, limit: asked.limit - items.length };
    const after = nextCursor === undefined ? "" : `&cursor=${encodeURIComponent(nextCursor)}`;
    const page = await api.get<Page<DatapointRow>>(`/datapoints?${query(wanted)}${after}`);
    items.push(...page.items);
    nextCursor = page.nextCursor;
  } while (nextCursor !== undefined && items.length < asked.limit);
  return { items, ...(nextCursor === undefined ? {} : { nextCursor }) };
}

/** A datapoint in one line. */
export function datapointLine({ id, startedAt, requestModel = "?", inputPreview, verdicts }: DatapointRow): string {
  const failed = verdicts["failed"] ?? 0;
  const preview = inputPreview.replaceAll(/\s+/g, " ").slice(0, 60);
  const mark = failed > 0 ? `✗ ${failed}` : "✓  ";
  return [startedAt.slice(0, 19), id, requestModel.padEnd(18), mark, preview].join("  ");
}

export async function listProjects(api: Api, json: boolean): Promise<string> {
  const { items } = await api.get<Page<{ id: string; name: string; language?: string }>>("/projects");
  if (json) return asJson({ items });
  return items.map(({ id, name, language = "" }) => [id.padEnd(30), name, language].join("  ").trimEnd()).join("\n");
}

/** What is listed is not all there is; standard output holds the list alone. */
function tellOfMore({ nextCursor }: Page<unknown>, how: string): void {
  if (nextCursor !== undefined) process.stderr.write(`(there are more: ${how})\n`);
}

const query = ({ q, limit, from, to }: Omit<Asked, "json">): string =>
  new URLSearchParams({
    q,
    limit: `${limit}`,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }).toString();
