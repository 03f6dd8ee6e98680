import { existsSync, readFileSync } from "node:fs";
import type { Api } from "../api.ts";
import { usage } from "../exit.ts";
import { progress } from "../progress.ts";
import { csvHead, linesOf, type Row } from "./lines.ts";
import { toFile, toStandardOutput } from "./output.ts";

interface ExportOptions {
  readonly q: string;
  readonly format: "jsonl" | "csv";
  readonly content: "previews" | "whole";
  readonly output?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: number;
  readonly fresh: boolean;
}

/** Progress of an export to a file, stored next to it until the export is complete. */
interface State {
  readonly request: string;
  readonly from: string;
  readonly to: string;
  readonly rows: number;
  /** Size of the file at that point. */
  readonly bytes: number;
  readonly cursor?: string;
}

const pageSize = 200;
const wholeAtOnce = 8;
const dayMs = 86_400_000;

/** Exports page by page; an interrupted page is written again when the export continues. */
export async function exportDatapoints(api: Api, options: ExportOptions): Promise<void> {
  const { q, format, content, output: file, limit = Infinity } = options;
  if (format === "csv" && content === "whole") throw usage("--content whole needs --format jsonl");
  const before = file === undefined ? undefined : stateOf(file, options);
  let state = before ?? initialState(options);
  const output = file === undefined ? toStandardOutput : toFile(file, stateFileOf(file), before?.bytes);
  try {
    if (!before && format === "csv") await output.write(Buffer.from(csvHead()));
    for (let isLast = false; !isLast && state.rows < limit; ) {
      const { items, nextCursor } = await page();
      const rows = content === "whole" ? await whole(items) : items;
      await output.write(Buffer.from(linesOf(rows, format)));
      const { cursor: _, ...rest } = state;
      state = {
        ...rest,
        rows: state.rows + items.length,
        ...(nextCursor === undefined ? {} : { cursor: nextCursor }),
      };
      progress(`${state.rows} datapoints`);
      isLast = nextCursor === undefined;
      if (!isLast) output.save(state);
    }
    output.end();
    if (file !== undefined) process.stderr.write(`${state.rows} datapoints in ${file}\n`);
  } finally {
    output.close();
  }

  function page(): Promise<{ items: readonly Row[]; nextCursor?: string }> {
    const size = `${Math.min(pageSize, limit - state.rows)}`;
    const query = new URLSearchParams({ q, from: state.from, to: state.to, limit: size });
    if (state.cursor !== undefined) query.set("cursor", state.cursor);
    return api.get(`/datapoints?${query.toString()}`);
  }

  async function whole(items: readonly Row[]): Promise<readonly Row[]> {
    const found: Row[] = [];
    for (let at = 0; at < items.length; at += wholeAtOnce) {
      const some = items.slice(at, at + wholeAtOnce);
      found.push(...(await Promise.all(some.map(({ id }) => api.get<Row>(`/datapoints/${encodeURIComponent(id)}`)))));
    }
    return found;
  }
}

/** Fixes the end of the time window at the start, so that the pages of a continued export fit together. */
function initialState(options: ExportOptions): State {
  const { from, to } = options;
  const end = to === undefined ? new Date() : new Date(to);
  const start = from === undefined ? new Date(end.getTime() - dayMs) : new Date(from);
  return {
    request: wordsOf(options),
    from: start.toISOString(),
    to: end.toISOString(),
    rows: 0,
    bytes: 0,
  };
}

const stateFileOf = (file: string) => `${file}.part`;

function stateOf(file: string, options: ExportOptions): State | undefined {
  const stateFile = stateFileOf(file);
  if (options.fresh) return undefined;
  if (!existsSync(stateFile)) {
    if (existsSync(file)) throw usage(`${file} is there already: --fresh writes it anew`);
    return undefined;
  }
  const state = JSON.parse(readFileSync(stateFile, "utf8")) as State;
  if (state.request !== wordsOf(options))
    throw usage(`${stateFile} is of another export (${state.request}): --fresh begins anew`);
  if (!existsSync(file)) throw usage(`${file} is missing, but ${stateFile} is there: --fresh begins anew`);
  process.stderr.write(`continuing after ${state.rows} datapoints\n`);
  return state;
}

const wordsOf = ({ q, format, content, from, to, limit }: Omit<ExportOptions, "fresh">): string =>
  JSON.stringify({ q, format, content, from, to, limit });
