import type { TestRunRow } from "../../platform/api/offline.ts";
import { sentence } from "../../platform/ui/format.ts";

/** Shows why an attempt has no response. */
export function Failed({ row: { error, errorType } }: { row: TestRunRow }) {
  return (
    <div className="note fail">
      <strong>{sentence(errorType ?? "exception")}</strong>
      <span className="plain">{error}</span>
    </div>
  );
}
