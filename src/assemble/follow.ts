import { isDeepStrictEqual } from "node:util";
import { messageOf } from "../lib/failure.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";

interface Needs<Item> {
  /** What is followed, for the log: `monitors`. */
  readonly what: string;
  /** Those of all projects. */
  readonly read: () => Promise<readonly Item[]>;
  /** Called with the first list before this resolves, and with each that differs. */
  readonly tell: (items: readonly Item[]) => void;
  readonly everyMs: number;
  readonly telemetry: Telemetry;
}

/**
 * Keeps somebody at what the records hold: at once where this process changed it, within `everyMs` where another
 * replica did.
 */
export async function follow<Item>({ what, read, tell, everyMs, telemetry }: Needs<Item>) {
  let last: readonly Item[] | undefined;
  await refresh();
  const timer = setInterval(() => void refresh().catch(report), everyMs);
  timer.unref();
  return { refresh, stop: () => clearInterval(timer) };

  async function refresh(): Promise<void> {
    const items = await read();
    if (isDeepStrictEqual(items, last)) return;
    last = items;
    tell(items);
  }

  function report(thrown: unknown): void {
    telemetry.emit({
      kind: `${what}-not-read`,
      level: "warn",
      message: `the ${what} could not be read again; the last known ones stay in force`,
      facts: { error: messageOf(thrown) },
    });
  }
}
