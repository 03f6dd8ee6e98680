import { Gauge } from "prom-client";
import type { Line } from "../pipeline/line.ts";
import type { Aside, Journal } from "../ports/journal.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";

/** What lies where, for /metrics: read when somebody asks. */
export function registerGauges(telemetry: Telemetry, line: Line, journal: Journal, aside: Aside): void {
  registerJournalGauges(telemetry, journal, aside);
  gauge(telemetry, "gaffe_line_lag_seconds", "Age of the oldest batch that waits", () => line.lagMs() / 1000);
}

/** The same of a process that has a journal and no line. */
export function registerJournalGauges(telemetry: Telemetry, journal: Journal, aside: Aside): void {
  gauge(telemetry, "gaffe_journal_entries", "Batches that wait in the journal", () => journal.size().entries);
  gauge(telemetry, "gaffe_journal_bytes", "Bytes that wait in the journal", () => journal.size().bytes);
  gauge(telemetry, "gaffe_items_aside", "Items that could not be stored", () => aside.count());
  gauge(telemetry, "gaffe_memory_rss_bytes", "Resident memory of the service", () => process.memoryUsage.rss());
}

function gauge({ metrics }: Telemetry, name: string, help: string, value: () => number): Gauge {
  return new Gauge({
    name,
    help,
    registers: [metrics],
    collect() {
      this.set(value());
    },
  });
}
