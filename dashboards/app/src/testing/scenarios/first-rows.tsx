import { useInfiniteQuery } from "@tanstack/react-query";
import { scenarioRowsQuery } from "../../platform/api/offline.ts";
import { Skeleton, Wrong } from "../../platform/ui/states.tsx";
import { jsonText } from "../runs/words.tsx";

const shownRows = 5;

/** Shows the first rows of a scenario set inside the list. */
export function FirstRows({ id }: { id: string }) {
  const { data, error } = useInfiniteQuery(scenarioRowsQuery(id));
  if (!data) return error ? <Wrong error={error} /> : <Skeleton rows={shownRows} />;
  return (
    <ol className="first-calls" aria-label="First rows">
      {data.pages[0]?.items.slice(0, shownRows).map(({ id: rowId, input, result }) => (
        <li key={rowId} className="cut" dir="auto">
          <bdi className="muted">{jsonText(input)}</bdi>
          <span aria-hidden="true"> → </span>
          <bdi>{jsonText(result)}</bdi>
        </li>
      ))}
    </ol>
  );
}
