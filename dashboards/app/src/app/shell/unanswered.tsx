import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isUnanswered } from "../../platform/api/problem.ts";
import { healthQuery } from "../../platform/api/queries.ts";
import { Time } from "../../platform/ui/time/time.tsx";

/**
 * Shows above the page that Gaffe does not respond, and how old the data is. Once it responds, failed and
 * stale queries are refetched automatically.
 */
export function Unanswered() {
  const { error, dataUpdatedAt, refetch } = useQuery(healthQuery);
  const queries = useQueryClient();
  const isGone = isUnanswered(error);
  useEffect(() => {
    if (!isGone) return undefined;
    return () => void queries.refetchQueries({ type: "active", stale: true });
  }, [isGone, queries]);
  return (
    <div role="status">
      {isGone && (
        <div className="unanswered">
          <span>
            <strong>Gaffe does not respond.</strong> Is it running, and is this computer connected?{" "}
            {dataUpdatedAt > 0 && (
              <>
                The data shown is from <Time at={new Date(dataUpdatedAt).toISOString()} clock />.{" "}
              </>
            )}
            Gaffe retries every few seconds.
          </span>
          <button type="button" onClick={() => void refetch()}>
            Retry now
          </button>
        </div>
      )}
    </div>
  );
}
