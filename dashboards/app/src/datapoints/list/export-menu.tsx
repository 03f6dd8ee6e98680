import { useMutation } from "@tanstack/react-query";
import { download } from "../../platform/api/download.ts";
import { Button } from "../../platform/ui/button.tsx";
import { Icon } from "../../platform/ui/icon.tsx";
import { Popover } from "../../platform/ui/overlays/popover.tsx";
import { Wrong } from "../../platform/ui/page.tsx";
import { rangeOf } from "../../platform/ui/time/range.ts";

const formats = [
  { title: "CSV, with previews", query: { format: "csv" }, file: "datapoints.csv" },
  { title: "JSON Lines, with previews", query: { format: "jsonl" }, file: "datapoints.jsonl" },
  { title: "JSON Lines, whole content", query: { format: "jsonl", content: "whole" }, file: "datapoints.jsonl" },
] as const;

/** Exports everything that matches, streamed by the service, not only the loaded rows. */
export function ExportMenu({ q, range }: { q: string; range: string }) {
  const fetched = useMutation({
    mutationFn: ({ query, file }: (typeof formats)[number]) =>
      download("GET /datapoints/export", { query: { q, ...rangeOf(range, Date.now()), ...query } }, file),
  });
  return (
    <Popover
      label={
        <>
          <Icon name="download" /> <span className="gives-way">Export</span>
        </>
      }
    >
      {(close) => (
        <div className="stack" style={{ gap: 4 }}>
          <p className="muted small">All datapoints of this filter and time range</p>
          {formats.map((format) => (
            <Button
              text={format.title}
              key={format.title}
              className="option"
              disabled={fetched.isPending}
              onClick={() => fetched.mutate(format, { onSuccess: close })}
            />
          ))}
          {fetched.error && <Wrong error={fetched.error} />}
        </div>
      )}
    </Popover>
  );
}
