import { existsSync, readFileSync } from "node:fs";
import type { DatapointRow } from "../../../packages/api-client/src/api.ts";
import type { ApiClient } from "../../../packages/api-client/src/client.ts";
import { usage } from "../exit.ts";
import { progress } from "../print.ts";
import { csvHead, csvLines } from "./csv.ts";
import { toFile, toStandardOutput } from "./output.ts";

export interface ExportOptions {
  readonly q: string;
  /** Default: by the name of the file, else jsonl. */
  readonly format?: "jsonl" | "csv";
  /** Default: whole for jsonl, previews for csv. */
  readonly content?: "previews" | "whole";
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
  readonly cursor?: string | undefined;
}

const pageSize = 200;
const wholeAtOnce = 50;

/** Exports page by page; an interrupted page is written again when the export continues. */
export async function exportDatapoints(api: ApiClient, given: ExportOptions): Promise<void> {
  const options = withDefaults(given);
  const { q, format, content, output: file, limit = Infinity } = options;
  if (format === "csv" && content === "whole") throw usage("--content whole needs --format jsonl");
  const before = file === undefined ? undefined : stateOf(file, options);
  const start = before ?? initialState(options);
  const { from, to } = start;
  let { rows, cursor } = start;
  const output = file === undefined ? toStandardOutput : toFile(file, stateFileOf(file), before?.bytes);
  try {
    if (!before && format === "csv") await output.write(Buffer.from(csvHead()));
    for (let isLast = false; !isLast && rows < limit; ) {
      const query = { q, from, to, limit: Math.min(pageSize, limit - rows), cursor };
      const { items, nextCursor } = await api.send("GET /datapoints", { query });
      const lines =
        format === "csv" ? csvLines(items) : content === "whole" ? await wholeLines(items) : jsonLines(items);
      await output.write(Buffer.from(lines));
      rows += items.length;
      cursor = nextCursor;
      progress(`${rows} datapoints`);
      isLast = cursor === undefined;
      if (!isLast) output.save({ ...start, rows, cursor });
    }
    output.end();
    if (file !== undefined) process.stderr.write(`${rows} datapoints in ${file}\n`);
  } finally {
    output.close();
  }

  async function wholeLines(items: readonly DatapointRow[]): Promise<string> {
    const texts: string[] = [];
    for (let at = 0; at < items.length; at += wholeAtOnce) {
      const datapointIds = items.slice(at, at + wholeAtOnce).map(({ id }) => id);
      texts.push(await api.text("POST /datapoints/export", { body: { datapointIds } }));
    }
    return texts.join("");
  }
}

function withDefaults(options: ExportOptions): Resolved {
  const { format = options.output?.toLowerCase().endsWith(".csv") ? "csv" : "jsonl" } = options;
  return { ...options, format, content: options.content ?? (format === "csv" ? "previews" : "whole") };
}

type Resolved = ExportOptions & Required<Pick<ExportOptions, "format" | "content">>;

const jsonLines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** Fixes the end of the time window at the start, so that the pages of a continued export fit together. */
function initialState(options: Resolved): State {
  const { from = 0, to = Date.now() } = options;
  const [start, end] = [new Date(from), new Date(to)];
  return { request: wordsOf(options), from: start.toISOString(), to: end.toISOString(), rows: 0, bytes: 0 };
}

const stateFileOf = (file: string) => `${file}.part`;

function stateOf(file: string, options: Resolved): State | undefined {
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

const wordsOf = ({ q, format, content, from, to, limit }: Resolved): string =>
  JSON.stringify({ q, format, content, from, to, limit });
