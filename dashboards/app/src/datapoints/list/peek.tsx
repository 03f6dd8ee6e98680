import { useQuery } from "@tanstack/react-query";
import { datapointQuery } from "../../platform/api/queries.ts";
import type { Datapoint } from "../../platform/api/types.ts";
import { Button, IconButton, TextLink } from "../../platform/ui/button.tsx";
import { CopyButton } from "../../platform/ui/copy-button.tsx";
import { Awaited } from "../../platform/ui/page.tsx";
import { type Clause, useQueryLanguage } from "../../platform/ui/query/query-language.ts";
import { ScrollRegion } from "../../platform/ui/table.tsx";
import { DatapointDialog } from "../dialog/dialog.tsx";
import { Verdicts } from "../dialog/verdicts.tsx";
import { evidenceOf, FactsLine } from "../facts.tsx";

interface Props {
  readonly id: string;
  readonly q: string;
  readonly onFilter: (q: string) => void;
  readonly onClose: () => void;
}

export function Peek({ id, q, onFilter, onClose }: Props) {
  const { data, error } = useQuery(datapointQuery(id));
  return (
    <ScrollRegion className="peek stack" label="Preview of the datapoint">
      <div className="line nowrap">
        <h2 className="cut">
          {data ? `${data.operation} ${data.responseModel ?? data.requestModel ?? ""}` : "Datapoint"}
        </h2>
        <span className="grow" />
        <CopyButton compact label="Copy id" text={id} />
        <TextLink text="Open" to="/datapoints/$id" params={{ id }} className="button" />
        <IconButton icon="close" label="Close the preview" onClick={onClose} />
      </div>
      <Awaited data={data} error={error} />
      {data && (
        <>
          <FactsLine datapoint={data} />
          <FilterChips datapoint={data} q={q} onFilter={onFilter} />
          <Verdicts verdicts={data.verdicts} />
          <DatapointDialog key={data.id} datapoint={data} evidence={evidenceOf(data.verdicts)} />
        </>
      )}
    </ScrollRegion>
  );
}

/** Shows values of the call that others share: a click filters by a value or excludes it. */
function FilterChips({ datapoint, q, onFilter }: Pick<Props, "q" | "onFilter"> & { datapoint: Datapoint }) {
  const language = useQueryLanguage("datapoints");
  const { responseModel, requestModel, environment, service, release, userId, sessionId, error, tags } = datapoint;
  const clauses = [
    ["model", responseModel ?? requestModel],
    ["env", environment],
    ["service", service],
    ["release", release],
    ["user", userId],
    ["session", sessionId],
    ["error.type", error?.type],
    ...tags.map((tag) => ["tag", tag] as const),
  ] as const;
  const known = clauses.flatMap(([field, value]): Clause[] => (value === undefined ? [] : [{ field, value }]));
  if (known.length === 0) return null;
  return (
    <ul className="line filter-chips" aria-label="Filter by what this call has">
      {known.map((clause) => {
        // Shown before the query language is loaded, so that nothing moves when it arrives.
        const isOn = language?.chosen(q, clause.field).includes(clause.value) === true;
        return (
          <li key={`${clause.field} ${clause.value}`} className={isOn ? "chip info" : "chip"}>
            <button
              type="button"
              aria-pressed={isOn}
              disabled={!language}
              title={isOn ? "Remove this filter" : "Show only these"}
              onClick={() => language && onFilter(language.toggled(q, clause))}
            >
              <span className="muted">{clause.field}</span> <span className="cut">{clause.value}</span>
            </button>
            <Button
              text="−"
              aria-label={`Exclude ${clause.field} ${clause.value}`}
              title="Exclude"
              disabled={!language}
              onClick={() => language && onFilter(language.excluding(q, clause))}
            />
          </li>
        );
      })}
    </ul>
  );
}
