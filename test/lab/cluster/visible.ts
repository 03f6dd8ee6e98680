import type { Span } from "../../../src/otlp/span.ts";
import { asProjectId, datapointId, globalProject } from "../../../src/platform/ids.ts";
import { pause } from "../ledger.ts";

export interface ApiTarget {
  readonly url: string;
  readonly token: string;
  readonly projectId?: string;
}

interface Range {
  /** Unix milliseconds; the end is excluded. */
  readonly from: number;
  readonly to: number;
}

const always: Range = { from: Date.UTC(2020), to: Date.UTC(2040) };

/** Returns every row that the API exports for the token's project, one object each. `whole` reads all content. */
export async function exported(
  target: ApiTarget,
  content: "previews" | "whole" = "previews",
): Promise<readonly ExportedRow[]> {
  for (let attempt = 0; ; attempt++) {
    try {
      const rows: ExportedRow[] = [];
      for await (const row of exportedOnce(target, content)) rows.push(row);
      return rows;
    } catch (thrown) {
      if (attempt > 60) throw thrown;
    }
    await pause(1000);
  }
}

/** Returns the rows as a stream, in one attempt. One export holds a million rows at most. */
export async function* exportedOnce(
  target: ApiTarget,
  content: "previews" | "whole",
  { from, to }: Range = always,
): AsyncGenerator<ExportedRow> {
  const range = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
  const answer = await fetch(`${target.url}/api/v1/datapoints/export?${range}&content=${content}`, {
    headers: { "api-key": target.token },
  });
  if (!answer.ok || !answer.body) throw new Error(`export: ${answer.status} ${await answer.text()}`);
  let rest = "";
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") yield JSON.parse(line) as ExportedRow;
  }
  if (rest !== "") yield JSON.parse(rest) as ExportedRow;
}

export interface ExportedRow extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly traceId: string;
  readonly spanId: string;
}

const idOf = ({ projectId }: ApiTarget, span: Pick<Span, "traceId" | "spanId">): string =>
  datapointId(projectId === undefined ? globalProject : asProjectId(projectId), span.traceId, span.spanId);

export async function isVisible(target: ApiTarget, span: Pick<Span, "traceId" | "spanId">): Promise<boolean> {
  try {
    const answer = await fetch(`${target.url}/api/v1/datapoints/${idOf(target, span)}`, {
      headers: { "api-key": target.token },
      signal: AbortSignal.timeout(30_000),
    });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/** Returns the milliseconds until the datapoint of a span is visible; undefined if it is not within the time. */
export async function visibleAfter(
  target: ApiTarget,
  span: Pick<Span, "traceId" | "spanId">,
  withinMs: number,
): Promise<number | undefined> {
  const from = performance.now();
  while (performance.now() - from < withinMs) {
    if (await isVisible(target, span)) return Math.round(performance.now() - from);
    await pause(100);
  }
  return undefined;
}

/** Waits until all spans are visible, and returns how many are not when the time is over. */
export async function missingAfter(target: ApiTarget, spans: readonly Span[], withinMs: number): Promise<number> {
  const from = performance.now();
  for (;;) {
    const stored = new Set((await exported(target)).map(({ spanId }) => spanId));
    const missing = spans.filter(({ spanId }) => !stored.has(spanId)).length;
    if (missing === 0 || performance.now() - from > withinMs) return missing;
    await pause(1000);
  }
}
