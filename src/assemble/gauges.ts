import { Gauge } from "prom-client";
import type { Line } from "../pipeline/line.ts";
import type { Aside, Journal } from "../ports/journal.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";

/** What lies where, for /metrics: read when somebody asks. */
export function registerGauges({ metrics }: Telemetry, line: Line, journal: Journal, aside: Aside): void {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [metrics],
      collect() {
        this.set(value());
      },
    });
  gauge("gaffe_journal_entries", "Batches that wait in the journal", () => journal.size().entries);
  gauge("gaffe_journal_bytes", "Bytes that wait in the journal", () => journal.size().bytes);
  gauge("gaffe_line_lag_seconds", "Age of the oldest batch that waits", () => line.lagMs() / 1000);
  gauge("gaffe_items_aside", "Items that could not be stored", () => aside.count());
  gauge("gaffe_memory_rss_bytes", "Resident memory of the service", () => process.memoryUsage.rss());
}
