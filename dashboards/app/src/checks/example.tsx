import { useQuery } from "@tanstack/react-query";
import { DatapointDialog } from "../datapoints/dialog/dialog.tsx";
import { datapointQuery, issueQuery } from "../platform/api/queries.ts";
import { TextLink } from "../platform/ui/button.tsx";
import { shortId } from "../platform/ui/format.tsx";
import { Awaited } from "../platform/ui/page.tsx";

/** The call that a new check is based on; the live test starts with it. */
export function Example({ id }: { id: string }) {
  const { data, error } = useQuery(datapointQuery(id));
  return (
    <section className="card stack" aria-label="Example">
      <div className="line">
        <h2 className="grow">Example</h2>
        <TextLink text={shortId(id)} to="/datapoints/$id" params={{ id }} className="mono small" />
      </div>
      <Awaited data={data} error={error} rows={4} />
      {data && <DatapointDialog datapoint={data} />}
    </section>
  );
}

/** Returns the issue's text as the start of an instruction; "" until it is loaded, or without an issue. */
export function useIssueText(issue: string): string {
  const { data } = useQuery({ ...issueQuery(issue), enabled: issue !== "" });
  return data ? `Find answers with this fault: ${data.title}. ${data.explanation}`.slice(0, 2000) : "";
}
