import type { TestRunRow } from "../../platform/api/offline.ts";
import { sentence } from "../../platform/ui/format.ts";

/** Why a try has no answer. */
export function Failed({ row: { error, errorType } }: { row: TestRunRow }) {
  return (
    <div className="note fail">
      <strong>{sentence(errorType ?? "exception")}</strong>
      <span className="plain">{error}</span>
    </div>
  );
}
