import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { ask } from "../api/client.ts";
import type { Preview } from "../api/types.ts";
import { countText } from "../ui/format.ts";
import { CallMark } from "../ui/marks.tsx";
import { Skeleton, Wrong } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import type { Draft } from "./draft.ts";

const settledAfterMs = 600;

/** What the monitor would have matched and found in the last day; asked anew when the typing has paused. */
export function MonitorPreview({ draft, hasMistake }: { draft: Draft; hasMistake: boolean }) {
  const { condition, checks, sampleRate } = draft;
  const asked = JSON.stringify({ condition: condition.trim(), checks, sampleRate, hours: 24 });
  const [settled, setSettled] = useState(asked);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(asked), settledAfterMs);
    return () => clearTimeout(timer);
  }, [asked]);
  const { data, error, isFetching } = useQuery({
    queryKey: ["preview", settled],
    queryFn: ({ signal }) =>
      ask<Preview>("/monitors/preview", { method: "POST", body: JSON.parse(settled) as unknown, signal }),
    enabled: !hasMistake,
    placeholderData: keepPreviousData,
  });
  return (
    <aside className="card stack" aria-label="Preview" style={{ position: "sticky", top: 0 }}>
      <div className="line">
        <h2>Preview, last 24 hours</h2>
        <span className="grow" />
        <span className="muted small" role="status">
          {isFetching ? "looking …" : ""}
        </span>
      </div>
      {error && <Wrong error={error} />}
      {!data && !error && <Skeleton rows={5} />}
      {data && (
        <>
          <p className="stat">
            <b>{countText(data.matching)}</b>
            <span className="muted">{data.matching === 1 ? "datapoint matches" : "datapoints match"}</span>
          </p>
          {data.checks.length > 0 && <Found preview={data} />}
          {data.newest.length > 0 && <h3>Newest that match</h3>}
          <ul className="stack" style={{ gap: 6 }}>
            {data.newest.map((row) => (
              <li key={row.id} className="line" style={{ flexWrap: "nowrap" }}>
                <CallMark row={row} />
                <Link to="/datapoints/$id" params={{ id: row.id }} className="cut grow">
                  {row.inputPreview || row.errorMessage || row.operation}
                </Link>
                <span className="muted small">
                  <Time at={row.startedAt} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  );
}

function Found({ preview: { checks, examined } }: { preview: Preview }) {
  return (
    <table className="table">
      <caption className="small muted" style={{ textAlign: "left", paddingBottom: 4 }}>
        Tried on the newest {examined} {examined === 1 ? "datapoint" : "datapoints"}
      </caption>
      <thead>
        <tr>
          <th scope="col">Check</th>
          <th scope="col" className="right">
            Failed
          </th>
          <th scope="col" className="right">
            Passed
          </th>
          <th scope="col" className="right">
            Skipped
          </th>
          <th scope="col" className="right">
            Per day
          </th>
        </tr>
      </thead>
      <tbody>
        {checks.map(({ check, failed, passed, skipped, broken, expectedFindings }) => (
          <tr key={check}>
            <td>
              <code>{check}</code>
            </td>
            <td className="right num">{failed > 0 ? <span className="st fail">{failed}</span> : 0}</td>
            <td className="right num">{passed}</td>
            <td className="right num">{skipped + broken}</td>
            <td className="right num">{expectedFindings}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
