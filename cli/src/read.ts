import type { Api } from "./api.ts";
import { asJson } from "./print.ts";

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}

interface ListOptions {
  readonly q: string;
  readonly limit: number;
  readonly json: boolean;
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

/** Lists issues, one per line or as JSON. */
export async function listIssues(api: Api, options: Pick<ListOptions, "q" | "limit" | "json">): Promise<string> {
  const page = await api.get<Page<Issue>>(`/issues?${query(options)}`);
  if (options.json) return asJson(page);
  if (page.items.length === 0) return "no issue matches";
  warnOfMore(page, "--limit takes up to 200");
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

export async function searchDatapoints(api: Api, options: ListOptions): Promise<string> {
  const page = await firstDatapoints(api, options);
  if (options.json) return asJson(page);
  if (page.items.length === 0)
    return (options.from ?? options.to) === undefined
      ? "no datapoint of the last 24 hours matches: --from looks further back"
      : "no datapoint of that time matches";
  warnOfMore(page, "--limit takes up to 200, gaffe export takes all");
  return page.items.map(datapointLine).join("\n");
}

/** Reads pages until `limit` is reached: a slow search responds in parts, some of them short or empty. */
async function firstDatapoints(api: Api, options: ListOptions): Promise<Page<DatapointRow>> {
  const items: DatapointRow[] = [];
  let nextCursor: string | undefined;
  do {
    const wanted = { ...options, limit: options.limit - items.length };
    const after = nextCursor === undefined ? "" : `&cursor=${encodeURIComponent(nextCursor)}`;
    const page = await api.get<Page<DatapointRow>>(`/datapoints?${query(wanted)}${after}`);
    items.push(...page.items);
    nextCursor = page.nextCursor;
  } while (nextCursor !== undefined && items.length < options.limit);
  return { items, ...(nextCursor === undefined ? {} : { nextCursor }) };
}

/** Formats a datapoint as one line. */
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

/** Reports on standard error that there are more rows; standard output has the list alone. */
function warnOfMore({ nextCursor }: Page<unknown>, how: string): void {
  if (nextCursor !== undefined) process.stderr.write(`(there are more: ${how})\n`);
}

const query = ({ q, limit, from, to }: Omit<ListOptions, "json">): string =>
  new URLSearchParams({
    q,
    limit: `${limit}`,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }).toString();
