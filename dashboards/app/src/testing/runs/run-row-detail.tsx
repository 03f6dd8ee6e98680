import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { DatapointDialog } from "../../datapoints/dialog/dialog.tsx";
import { Verdicts } from "../../datapoints/dialog/verdicts.tsx";
import { evidenceOf } from "../../datapoints/facts.tsx";
import type { TestRunRow } from "../../platform/api/offline.ts";
import { datapointQuery } from "../../platform/api/queries.ts";
import { durationText } from "../../platform/ui/format.ts";
import { Skeleton, Wrong } from "../../platform/ui/states.tsx";
import { ConversationView } from "../scenarios/conversation.tsx";
import { Failed } from "./failed.tsx";
import { jsonText } from "./words.tsx";

/** Shows one attempt in full: its dialog, with the verdicts next to it. */
export function RunRowDetail({ row }: { row: TestRunRow }) {
  if (row.conversation) return <ConversationView row={row} />;
  return (
    <div className="beside">
      <RecordedDialog id={row.datapointId} />
      <div className="stack">
        <p className="line small">
          {row.durationMs !== undefined && <span className="muted">{durationText(row.durationMs)}</span>}
          {row.attempts !== undefined && <span className="muted">· {row.attempts} attempts</span>}
          <Link to="/datapoints/$id" params={{ id: row.datapointId }}>
            The call
          </Link>
        </p>
        {row.error !== undefined && <Failed row={row} />}
        {row.expected !== null && (
          <p>
            <span className="muted">Expected: </span>
            {jsonText(row.expected)}
          </p>
        )}
        {row.verdicts.length > 0 && <Verdicts verdicts={row.verdicts} open />}
      </div>
    </div>
  );
}

/** Shows the recorded input and output of the model. */
function RecordedDialog({ id }: { id: string }) {
  const { data, error } = useQuery(datapointQuery(id));
  if (!data) return error ? <Wrong error={error} /> : <Skeleton rows={4} />;
  return <DatapointDialog datapoint={data} evidence={evidenceOf(data.verdicts)} />;
}
