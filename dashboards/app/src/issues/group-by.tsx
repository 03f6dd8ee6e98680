import { useState } from "react";
import { callApi } from "../platform/api/client.ts";
import { issueLists, issueQuery, issueTrendQuery, occurrencesQuery } from "../platform/api/queries.ts";
import type { IssueDetail } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { Button } from "../platform/ui/button.tsx";
import { Select } from "../platform/ui/forms/field.tsx";
import { Wrong } from "../platform/ui/page.tsx";

const fields = {
  model: "Model",
  service: "Service",
  release: "Release",
  env: "Environment",
  provider: "Provider",
} as const;
type Field = keyof typeof fields;

/** Makes one issue for each value of a field, for past and future findings. */
export function GroupBy({ issue }: { issue: IssueDetail }) {
  const [field, setField] = useState<Field>("model");
  const change = useChange(
    (by: Field) => callApi("POST /issues/{id}/group-by", { path: { id: issue.id }, body: { by: [by] } }),
    {
      reloads: [issueLists, occurrencesQuery(`${issue.number}`), issueTrendQuery(issue.id)],
      stores: () => [issueQuery(`${issue.number}`), issueQuery(issue.id)],
    },
  );
  return (
    <section className="card stack" aria-label="Grouping">
      <h2>Grouping</h2>
      {change.error && <Wrong error={change.error} />}
      <div className="line">
        <label htmlFor="group-by">Always group by</label>
        <Select id="group-by" value={field} options={fields} onChange={setField} />
        <Button text="Group" disabled={change.isPending} onClick={() => change.mutate(field)} />
      </div>
    </section>
  );
}
