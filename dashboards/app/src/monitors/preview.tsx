import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { callApi } from "../platform/api/client.ts";
import type { Preview, PreviewRequest } from "../platform/api/types.ts";
import { CallBadge, SeverityBadge } from "../platform/ui/badges.tsx";
import { TextLink } from "../platform/ui/button.tsx";
import { costText, countOf, countText, Time } from "../platform/ui/format.tsx";
import { Select } from "../platform/ui/forms/field.tsx";
import { Awaited } from "../platform/ui/page.tsx";
import { BreakingName } from "../platform/ui/prose.tsx";
import { Numbers, Table } from "../platform/ui/table.tsx";
import type { Draft } from "./draft.ts";

const settledAfterMs = 600;

/** The matches and findings the monitor would have had in the last day; refreshed after a pause in typing. */
export function MonitorPreview({ draft, hasMistake }: { draft: Draft; hasMistake: boolean }) {
  const { condition, checks, sampleRate, maxPerMinute, threshold, cooldownMinutes, notifications } = draft;
  const [hours, setHours] = useState(24);
  const rules = { threshold, cooldownMinutes, notifications };
  const name = draft.name.trim() === "" ? "This monitor" : draft.name.trim();
  const request = JSON.stringify({
    condition: condition.trim(),
    checks,
    sampleRate,
    maxPerMinute,
    hours,
    name,
    examine: 200,
    ...rules,
  });
  const [settled, setSettled] = useState(request);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(request), settledAfterMs);
    return () => clearTimeout(timer);
  }, [request]);
  const { data, error, isFetching } = useQuery({
    queryKey: ["preview", settled],
    queryFn: ({ signal }) => callApi("POST /monitors/preview", { body: JSON.parse(settled) as PreviewRequest, signal }),
    enabled: !hasMistake,
    placeholderData: keepPreviousData,
  });
  return (
    <aside className="card stack" aria-label="Preview">
      <div className="line">
        <h2>Preview</h2>
        <label className="line small">
          <span className="hidden">Time range</span>
          <Select
            value={`${hours}`}
            onChange={(value) => setHours(Number(value))}
            options={[
              ["24", "last 24 hours"],
              ["168", "last 7 days"],
              ["720", "last 30 days"],
            ]}
          />
        </label>
        <span className="grow" />
        <span className="muted small" role="status">
          {isFetching ? "Loading …" : ""}
        </span>
      </div>
      <Awaited data={data} error={error} rows={5} />
      {data && (
        <>
          <p className="stat">
            <b>{countText(data.matching)}</b>
            <span className="muted">
              {data.matching === 1 ? "datapoint matches" : "datapoints match"}
              {data.checked < data.matching && `, about ${countText(data.checked)} would be checked`}
            </span>
          </p>
          {data.checks.length > 0 && <Found preview={data} />}
          {data.checks.length > 0 && <WouldBe preview={data} />}
          {data.newest.length > 0 && <h3>Newest matches</h3>}
          <ul className="stack" style={{ gap: 6 }}>
            {data.newest.map((row) => (
              <li key={row.id} className="line" style={{ flexWrap: "nowrap" }}>
                <CallBadge row={row} />
                <TextLink
                  text={row.inputPreview || row.errorMessage || row.operation}
                  to="/datapoints/$id"
                  params={{ id: row.id }}
                  className="cut grow plain-link"
                  dir="auto"
                />
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

function WouldBe({ preview: { issues, messages, examinedFrom, judges, hours } }: { preview: Preview }) {
  const opened = issues.filter(({ opensAt }) => opensAt !== undefined);
  const sent = messages.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <h3>What would have happened</h3>
      <p>
        <b className="num">{countText(opened.length)}</b> {opened.length === 1 ? "issue opened" : "issues opened"},{" "}
        <b className="num">{countText(issues.length - opened.length)}</b> held back,{" "}
        <b className="num">{countText(sent)}</b> {sent === 1 ? "message" : "messages"}
        {examinedFrom !== undefined && (
          <span className="muted">
            {" "}
            since <Time at={examinedFrom} />
          </span>
        )}
      </p>
      {judges && (
        <p>
          {judges.usd === undefined ? (
            <span className="muted">What its judges would cost is not known: {judges.unknown}.</span>
          ) : (
            <>
              Its judges would have cost about <b className="num">{costText(judges.usd)}</b>{" "}
              <span className="muted">in {hours === 24 ? "a day" : `${hours / 24} days`}</span>
            </>
          )}
        </p>
      )}
      <ul className="stack" style={{ gap: 6 }}>
        {issues.slice(0, 5).map((issue) => (
          <li key={`${issue.title} ${issue.check}`} className="line" style={{ flexWrap: "nowrap" }}>
            <SeverityBadge severity={issue.severity} />
            <span className="cut grow plain-link" dir="auto">
              {issue.title}
            </span>
            <span className="muted small num">
              {countText(issue.findings)} × {issue.opensAt === undefined ? "held back" : ""}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const Found = ({ preview: { checks, examined } }: { preview: Preview }) => (
  <>
    <p className="small muted">Tested on the newest {countOf(examined, "datapoint")}</p>
    <Table label="Results by check" head={["Check", ">Failed", ">Passed", ">Skipped", ">Matches per day"]}>
      {checks.map(({ check, failed, passed, skipped, broken, expectedFindings }) => (
        <tr key={check}>
          <td>
            <BreakingName name={check} />
          </td>
          <Numbers
            of={[
              failed > 0 ? <span className="st fail">{failed}</span> : 0,
              passed,
              skipped + broken,
              expectedFindings,
            ]}
          />
        </tr>
      ))}
    </Table>
  </>
);
