import { useQuery } from "@tanstack/react-query";
import { datapointQuery } from "../platform/api/queries.ts";
import type { Issue, Message } from "../platform/api/types.ts";
import { ListArea } from "../platform/list/list-area.tsx";
import { GridRowsToCome } from "../platform/list/list-table.tsx";
import type { List } from "../platform/list/use-list.ts";
import { TextLink } from "../platform/ui/button.tsx";
import { RowTick, type Selection } from "../platform/ui/selection.tsx";
import type { IssueColumn } from "./columns.tsx";

interface Props {
  readonly list: List<Issue, IssueColumn>;
  /** The list of errors has an additional column. */
  readonly ofErrors: boolean;
  readonly label: string;
  readonly selection: Selection;
}

export function IssueRows({ list, ofErrors, label, selection }: Props) {
  const { rows, shown, current, actions } = list;
  const tracks = `issue-cols ticked${ofErrors ? " of-errors" : ""}`;
  return (
    <ListArea list={list} className="fills">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard */}
      <div
        className="grid"
        role="grid"
        aria-label={label}
        aria-rowcount={list.isAwaited ? -1 : rows.length + 1}
        tabIndex={0}
      >
        <div role="rowgroup">
          <div className={`gr head ${tracks}`} role="row">
            <span role="columnheader">
              <span className="hidden">Selected</span>
            </span>
            {shown.map(({ name, title, also, className = "" }) => (
              <span key={name} role="columnheader" className={className.includes("right") ? "right" : ""}>
                {title}
                {also !== undefined && <span className="hidden">{also}</span>}
              </span>
            ))}
          </div>
        </div>
        {list.isAwaited && <GridRowsToCome columns={shown} className={tracks} heightPx={58} />}
        <div role="rowgroup">
          {rows.map((issue) => {
            const isCurrent = issue.id === current.id;
            const isWhole = actions.unfolded.has(issue.id);
            return (
              <div
                key={issue.id}
                data-row={issue.id}
                className={`gr row tall ${tracks}${isWhole ? " whole" : ""}`}
                role="row"
                aria-selected={isCurrent}
              >
                <span role="gridcell">
                  <RowTick id={issue.id} name={`issue ${issue.number}`} selection={selection} />
                </span>
                {shown.map(({ name, className = "", cell }) => (
                  <span
                    key={name}
                    role="gridcell"
                    data-column={name}
                    className={`${className}${isCurrent && name === current.column ? " at" : ""}`}
                  >
                    {cell(issue)}
                  </span>
                ))}
                {isWhole && <Whole issue={issue} />}
              </div>
            );
          })}
        </div>
      </div>
    </ListArea>
  );
}

function Whole({ issue: { explanation, check, sampleDatapointId } }: { issue: Issue }) {
  const { data, error } = useQuery(datapointQuery(sampleDatapointId));
  return (
    <span role="gridcell" className="inline" aria-busy={!data && !error}>
      <span>
        <b className="small muted">Why it is an issue</b>
        <span className="told" dir="auto">
          {explanation}
        </span>
        <TextLink text={check} to="/checks/$name" params={{ name: check }} className="small mono" />
      </span>
      <span>
        <b className="small muted">Input</b>
        <span className="told" dir="auto">
          {data ? lastText(data.input) : (error?.message ?? "…")}
        </span>
      </span>
      <span>
        <b className="small muted">{data?.error ? "Error" : "Output"}</b>
        <span className="told" dir="auto">
          {data ? (data.error?.message ?? lastText(data.output)) : "…"}
        </span>
      </span>
    </span>
  );
}

const shownCharacters = 600;

function lastText(messages: readonly Message[]): string {
  const texts = messages.flatMap(({ role, parts }) =>
    role === "system" ? [] : parts.flatMap((part) => (part.type === "text" ? part.text : [])),
  );
  return texts.at(-1)?.slice(0, shownCharacters) ?? "–";
}
