import { existsSync, readFileSync } from "node:fs";
import type { Api } from "../api.ts";
import { usage } from "../exit.ts";
import { progress } from "../progress.ts";
import { csvHead, linesOf, type Row } from "./lines.ts";
import { toFile, toStandardOutput } from "./output.ts";

interface Asked {
  readonly q: string;
  readonly format: "jsonl" | "csv";
  readonly content: "previews" | "whole";
  readonly output?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: number;
  readonly fresh: boolean;
}

/** How far an export to a file is: kept beside it until it is done. */
interface State {
  readonly asked: string;
  readonly from: string;
  readonly to: string;
  readonly rows: number;
  /** Of the file, when it was kept. */
  readonly bytes: number;
  readonly cursor?: string;
}

const pageSize = 200;
const wholeAtOnce = 8;
const dayMs = 86_400_000;

/** Page by page; what was written of a page that was cut off is written again when it goes on. */
export async function exportDatapoints(api: Api, asked: Asked): Promise<void> {
  const { q, format, content, output: file, limit = Infinity } = asked;
  if (format === "csv" && content === "whole") throw usage("--content whole needs --format jsonl");
  const before = file === undefined ? undefined : stateOf(file, asked);
  let state = before ?? begun(asked);
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
      if (!isLast) output.keep(state);
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

/** What is newer than the beginning stays out, so that pages of an export that goes on later fit together. */
function begun(asked: Asked): State {
  const { from, to } = asked;
  const end = to === undefined ? new Date() : new Date(to);
  const start = from === undefined ? new Date(end.getTime() - dayMs) : new Date(from);
  return {
    asked: wordsOf(asked),
    from: start.toISOString(),
    to: end.toISOString(),
    rows: 0,
    bytes: 0,
  };
}

const stateFileOf = (file: string) => `${file}.part`;

function stateOf(file: string, asked: Asked): State | undefined {
  const stateFile = stateFileOf(file);
  if (asked.fresh) return undefined;
  if (!existsSync(stateFile)) {
    if (existsSync(file)) throw usage(`${file} is there already: --fresh writes it anew`);
    return undefined;
  }
  const state = JSON.parse(readFileSync(stateFile, "utf8")) as State;
  if (state.asked !== wordsOf(asked))
    throw usage(`${stateFile} is of another export (${state.asked}): --fresh begins anew`);
  if (!existsSync(file)) throw usage(`${file} is gone, but ${stateFile} is there: --fresh begins anew`);
  process.stderr.write(`going on after ${state.rows} datapoints\n`);
  return state;
}

const wordsOf = ({ q, format, content, from, to, limit }: Omit<Asked, "fresh">): string =>
  JSON.stringify({ q, format, content, from, to, limit });
