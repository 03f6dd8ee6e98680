import type { Dashboard, Panel } from "./panels.ts";

const rate = (name: string) => `rate(${name}[$__rate_interval])`;

const metrics = (title: string, list: Readonly<Record<string, string>>, more: Partial<Panel> = {}): Panel =>
  ({
    kind: "metrics",
    title,
    width: 8,
    ...more,
    metrics: Object.entries(list).map(([legend, promql]) => ({ legend, promql })),
  }) as Panel;

export const health: Dashboard = {
  uid: "gaffe-health",
  title: "Gaffe: its own health",
  about: "Whether the service keeps up, what it rejected, and the size of its tables; all projects together",
  rows: [
    {
      height: 8,
      panels: [
        metrics(
          "Received and stored",
          {
            "received: {{signal}} over {{transport}}": `sum by (signal, transport) (${rate("gaffe_items_received_total")})`,
            stored: `sum(${rate("gaffe_items_stored_total")})`,
            datapoints: `sum(${rate("gaffe_datapoints_stored_total")})`,
            verdicts: `sum(${rate("gaffe_verdicts_stored_total")})`,
          },
          { unit: "cps" },
        ),
        metrics(
          "Refused and rejected",
          {
            "refused: {{transport}} {{status}}": `sum by (transport, status) (${rate("gaffe_requests_refused_total")})`,
            "rejected: {{signal}} {{reason}}": `sum by (signal, reason) (${rate("gaffe_items_rejected_total")})`,
          },
          {
            unit: "cps",
            about: "Refused: whole requests, answered with an error. Rejected: single spans or log records",
          },
        ),
        metrics("Pipeline lag", { "{{instance}}": "gaffe_pipeline_lag_seconds" }, { unit: "s" }),
      ],
    },
    {
      height: 8,
      panels: [
        metrics(
          "Journal",
          { "{{instance}}": "gaffe_journal_bytes", "limit: {{instance}}": "gaffe_journal_limit_bytes" },
          { unit: "bytes" },
        ),
        metrics("Export requests in the journal, and dead letters", {
          "requests: {{instance}}": "gaffe_journal_entries",
          "dead letters: {{instance}}": "gaffe_dead_letters",
        }),
        metrics("Memory", { "{{instance}}": "gaffe_memory_rss_bytes" }, { unit: "bytes" }),
      ],
    },
    {
      height: 8,
      panels: [
        metrics("Pending evaluation jobs", { "{{executor}} {{state}}": "gaffe_jobs" }, { width: 12 }),
        metrics(
          "Age of the oldest evaluation job",
          { "{{executor}}": "gaffe_jobs_oldest_seconds" },
          { width: 12, unit: "s" },
        ),
      ],
    },
    {
      height: 8,
      panels: [
        {
          kind: "list",
          title: "Tables",
          about: "Rows before de-duplication; many parts of one table mean that merges do not keep up",
          width: 24,
          sql: `SELECT table, sum(rows) AS rows, sum(bytes_on_disk) AS "on disk", sum(data_uncompressed_bytes) AS uncompressed,
            count() AS parts, min(min_time) AS oldest
            FROM system.parts WHERE database = currentDatabase() AND active GROUP BY table ORDER BY "on disk" DESC`,
          columns: { "on disk": { unit: "bytes" }, uncompressed: { unit: "bytes" } },
        },
      ],
    },
  ],
};
