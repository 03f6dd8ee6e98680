import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { sessionCallsQuery } from "../platform/api/queries.ts";
import type { CallSession } from "../platform/api/types.ts";
import { CallBadge } from "../platform/ui/badges.tsx";
import { Time } from "../platform/ui/format.tsx";
import { Skeleton, Wrong } from "../platform/ui/page.tsx";

const shownCalls = 8;

export function FirstCalls({ session }: { session: CallSession }) {
  const { data, error } = useInfiniteQuery(sessionCallsQuery(session));
  if (!data) return error ? <Wrong error={error} /> : <Skeleton rows={Math.min(shownCalls, session.calls)} />;
  const calls = data.pages[0]?.items.slice(0, shownCalls) ?? [];
  return (
    <ol className="first-calls" aria-label="First calls">
      {calls.map((call) => (
        <li key={call.id} className="line">
          <Time at={call.partitionTime} clock />
          <CallBadge row={call} />
          <Link to="/datapoints/$id" params={{ id: call.id }} className="cut grow plain-link" dir="auto">
            <bdi className="muted">{call.inputPreview}</bdi>
            <span aria-hidden="true"> → </span>
            <bdi>{call.errorMessage ?? call.outputPreview}</bdi>
          </Link>
        </li>
      ))}
      {session.calls > calls.length && <li className="muted small">and {session.calls - calls.length} more</li>}
    </ol>
  );
}
