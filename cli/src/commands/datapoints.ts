import { setTimeout as pause } from "node:timers/promises";
import type { Command } from "commander";
import type { DatapointRow } from "../../../packages/api-client/src/api.ts";
import type { ApiClient } from "../../../packages/api-client/src/client.ts";
import { events, type ServerEvent } from "../../../packages/api-client/src/events.ts";
import { apiOfSettings } from "../api.ts";
import { datapointText } from "../datapoint-text.ts";
import { Exit, exitCodes } from "../exit.ts";
import { asApi, asJson, oneLine, print, warnOfMore } from "../print.ts";
import { atLeastOne, time, upTo200 } from "./numbers.ts";

interface SearchOptions {
  readonly limit: number;
  readonly from?: string;
  readonly to?: string;
  readonly json: boolean;
}
type TailOptions = Partial<Pick<SearchOptions, "limit">> & Pick<SearchOptions, "json">;

export function addDatapointCommands(program: Command): void {
  const datapoints = program
    .command("datapoints")
    .description("search datapoints, show one, or follow them as they arrive");
  datapoints
    .command("search")
    .description("list datapoints that match a query, newest first")
    .argument("[query]", "as in the search box", "")
    .option("-n, --limit <count>", "maximum number of rows", upTo200, 20)
    .option("--from <time>", "ISO 8601; default: 24 hours before --to", time)
    .option("--to <time>", "ISO 8601; default: now", time)
    .option("--json", asApi, false)
    .addHelpText("after", `\nExamples:\n  gaffe datapoints search 'status:failed env:production' --from 2026-06-01`)
    .action(async (q: string, options: SearchOptions) => print(await searchDatapoints(apiOfSettings(), q, options)));
  datapoints
    .command("show")
    .description("show a datapoint: its messages, its error and its verdicts")
    .argument("<id>")
    .option("--json", asApi, false)
    .action(async (id: string, { json }: { json: boolean }) => {
      const found = await apiOfSettings().send("GET /datapoints/{id}", { path: { id } });
      print(json ? asJson(found) : datapointText(found));
    });
  datapoints
    .command("tail")
    .description("follow datapoints as they arrive")
    .argument("[query]", "as in the search box", "")
    .option("-n, --limit <count>", "stop after this number of datapoints", atLeastOne)
    .option("--json", "one JSON document a line", false)
    .action((q: string, options: TailOptions) => tail(apiOfSettings(), q, options));
}

async function searchDatapoints(api: ApiClient, q: string, { limit, from, to, json }: SearchOptions): Promise<string> {
  const page = await api.list("GET /datapoints", { query: { q, from, to } }, limit);
  if (json) return asJson(page);
  if (page.items.length === 0)
    return (from ?? to) === undefined
      ? "no datapoint of the last 24 hours matches: --from looks further back"
      : "no datapoint of that time matches";
  warnOfMore(page, "--limit takes up to 200, gaffe export takes all");
  return page.items.map(datapointLine).join("\n");
}

function datapointLine({ id, startedAt, requestModel = "?", inputPreview, verdicts }: DatapointRow): string {
  const failed = verdicts["failed"] ?? 0;
  const mark = failed > 0 ? `✗ ${failed}` : "✓  ";
  return [startedAt.slice(0, 19), id, requestModel.padEnd(18), mark, oneLine(inputPreview, 60)].join("  ");
}

const longestPauseMs = 10_000;

/** Reconnects after the last event when the connection is lost. Ends at the limit or when interrupted. */
async function tail(api: ApiClient, q: string, { limit = Infinity, json }: TailOptions): Promise<void> {
  let left = limit;
  let since: number | undefined;
  for (let failures = 0; left > 0; ) {
    try {
      for await (const event of events(await api.stream("GET /datapoints/tail", { query: { q, since } }))) {
        failures = 0;
        if (event.id !== undefined) since = Number(event.id);
        left -= shown(event, left, json);
        if (left === 0) return;
      }
    } catch (thrown) {
      // A mistake of the caller is permanent; a service that restarts comes back.
      if (thrown instanceof Exit && (thrown.code !== exitCodes.network || since === undefined)) throw thrown;
    }
    await pause(Math.min(500 * 2 ** failures++, longestPauseMs));
  }
}

/** Prints the rows of an event, oldest first, and returns how many. */
function shown({ type, data }: ServerEvent, atMost: number, json: boolean): number {
  if (type === "wrong") process.stderr.write(`gaffe: ${data}\n`);
  if (type !== "rows") return 0;
  const { items, among } = JSON.parse(data) as { items: readonly DatapointRow[]; among: number };
  const some = items.toReversed().slice(0, atMost);
  for (const item of some) print(json ? JSON.stringify(item) : datapointLine(item));
  if (among > items.length) process.stderr.write(`(${among - items.length} more that second)\n`);
  return some.length;
}
