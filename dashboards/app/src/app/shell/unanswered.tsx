import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isUnanswered } from "../../platform/api/problem.ts";
import { healthQuery } from "../../platform/api/queries.ts";
import { Time } from "../../platform/ui/time/time.tsx";

/**
 * Says above the page that Gaffe does not answer, for as long as it does not, and when what is shown is from. Then what
 * failed or grew old meanwhile is asked again: nobody has to press anything.
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
            <strong>Gaffe does not answer.</strong> Is it running, and is this computer connected?{" "}
            {dataUpdatedAt > 0 && (
              <>
                What is shown came before <Time at={new Date(dataUpdatedAt).toISOString()} clock />.{" "}
              </>
            )}
            It is asked again every few seconds.
          </span>
          <button type="button" onClick={() => void refetch()}>
            Ask now
          </button>
        </div>
      )}
    </div>
  );
}
