import { setTimeout as pause } from "node:timers/promises";
import type { Command } from "commander";
import { type Api, createApi } from "../api.ts";
import { readConfig } from "../config.ts";
import { Exit, exitCodes } from "../exit.ts";
import { atLeastOne } from "../numbers.ts";
import { print } from "../print.ts";
import { type DatapointRow, datapointLine } from "../read.ts";
import { events, type ServerEvent } from "../server-sent-events.ts";

interface TailOptions {
  readonly limit?: number;
  readonly json: boolean;
}

const longestPauseMs = 10_000;

export function addTailCommand(datapoints: Command): void {
  datapoints
    .command("tail")
    .description("follow datapoints as they arrive")
    .argument("[query]", "as in the search box", "")
    .option("-n, --limit <count>", "stop after this number of datapoints", atLeastOne)
    .option("--json", "one JSON document a line", false)
    .action((q: string, options: TailOptions) => tail(createApi(readConfig(process.env)), q, options));
}

/** Reconnects after the last event when the connection is lost. Ends at the limit or when interrupted. */
async function tail(api: Api, q: string, { limit = Infinity, json }: TailOptions): Promise<void> {
  let left = limit;
  let since: string | undefined;
  for (let failures = 0; left > 0; ) {
    try {
      const query = new URLSearchParams({ q, ...(since === undefined ? {} : { since }) });
      for await (const event of events(await api.stream(`/datapoints/tail?${query.toString()}`))) {
        failures = 0;
        since = event.id ?? since;
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
