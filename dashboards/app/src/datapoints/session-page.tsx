import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { datapointQuery, sessionCallsQuery, sessionQuery } from "../platform/api/queries.ts";
import type { CallSession, DatapointRow } from "../platform/api/types.ts";
import { CallBadge } from "../platform/ui/badges.tsx";
import { Button, TextLink } from "../platform/ui/button.tsx";
import { CopyButton } from "../platform/ui/copy-button.tsx";
import { costText, countText, durationText, shortId, Time } from "../platform/ui/format.tsx";
import { Awaited, errorOf, More, Skeleton, useItems, useTitle, Wrong } from "../platform/ui/page.tsx";
import { DatapointDialog } from "./dialog/dialog.tsx";
import { Verdicts } from "./dialog/verdicts.tsx";
import { evidenceOf } from "./facts.tsx";
import { Outcome } from "./sessions-page.tsx";

export function SessionPage() {
  const { id } = useParams({ from: "/sessions/$id" });
  const { data, error } = useQuery(sessionQuery(id));
  useTitle(`Session ${shortId(id)}`);
  return (
    <>
      <div className="bar">
        <TextLink text="Sessions" to="/sessions" className="button quiet" />
        <h1 className="mono cut">{id}</h1>
        <CopyButton compact label="Copy session id" text={id} />
        <span className="grow" />
        <TextLink
          text="As datapoints"
          to="/datapoints"
          search={{ q: `session:="${id}"`, range: "30d" }}
          className="button"
        />
      </div>
      <div className="page-body">
        <div className="stack narrow">
          <Awaited data={data} error={error} rows={10} />
          {data && (
            <>
              <Sums session={data} />
              <Turns session={data} />
            </>
          )}
        </div>
      </div>
    </>
  );
}

function Sums({ session }: { session: CallSession }) {
  const { calls, traces, firstAt, lastAt, models, userId, inputTokens, outputTokens, costUsd } = session;
  return (
    <div className="line">
      <Outcome session={session} />
      <span className="muted">
        {countText(calls)} {calls === 1 ? "call" : "calls"} in {countText(traces)} {traces === 1 ? "trace" : "traces"} ·{" "}
        {durationText(Date.parse(lastAt) - Date.parse(firstAt))} · last <Time at={lastAt} />
        {userId !== undefined && ` · user ${userId}`}
        {models.length > 0 && ` · ${models.join(", ")}`}
        {inputTokens !== undefined && ` · ${countText(inputTokens)} → ${countText(outputTokens ?? 0)} tokens`}
        {costUsd !== undefined && ` · ${costText(costUsd)}`}
      </span>
    </div>
  );
}

function Turns({ session }: { session: CallSession }) {
  const paged = useInfiniteQuery(sessionCallsQuery(session));
  const { data } = paged;
  const error = errorOf(paged);
  const calls = useItems(data) ?? [];
  if (!data) return error ? <Wrong error={error} /> : <Skeleton rows={10} />;
  return (
    <ol className="turns">
      {calls.map((call, index) => (
        <li key={call.id}>
          <Pause before={calls[index - 1]} after={call} />
          <Turn call={call} before={calls[index - 1]?.id} />
        </li>
      ))}
      {paged.hasNextPage && (
        <li>
          <More of={paged}>More calls</More>
        </li>
      )}
    </ol>
  );
}

const longPauseMs = 60_000;

function Pause({ before, after }: { before: DatapointRow | undefined; after: DatapointRow }) {
  const passed = before ? Date.parse(after.partitionTime) - Date.parse(before.partitionTime) - before.durationMs : 0;
  return passed < longPauseMs ? null : <p className="pause">{durationText(passed)} later</p>;
}

function Turn({ call, before }: { call: DatapointRow; before: string | undefined }) {
  const [open, setOpen] = useState(false);
  const { id, traceId, partitionTime, durationMs, inputPreview, outputPreview, errorMessage, operation } = call;
  return (
    <article className="turn" aria-label={`${operation} ${call.responseModel ?? call.requestModel ?? ""}`}>
      <header className="line">
        <CallBadge row={call} />
        <b>{call.responseModel ?? call.requestModel ?? operation}</b>
        <span className="muted num">
          <Time at={partitionTime} clock /> · {durationText(durationMs)}
        </span>
        <span className="grow" />
        <Button
          text={open ? "Less" : "Whole dialog"}
          className="quiet"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
        <TextLink text="Trace" to="/traces/$traceId" params={{ traceId }} className="button quiet" />
        <TextLink text="Open" to="/datapoints/$id" params={{ id }} className="button quiet" />
      </header>
      {open ? (
        <Whole id={id} before={before} />
      ) : (
        <div className="said">
          <p className="user">
            <b>In</b>{" "}
            <span className="plain" dir="auto">
              {inputPreview || "–"}
            </span>
          </p>
          <p className={errorMessage === undefined ? "assistant" : "error"}>
            <b>{errorMessage === undefined ? "Out" : "Error"}</b>{" "}
            <span className="plain" dir="auto">
              {errorMessage ?? (outputPreview || "–")}
            </span>
          </p>
        </div>
      )}
    </article>
  );
}

function Whole({ id, before }: { id: string; before: string | undefined }) {
  const { data, error } = useQuery(datapointQuery(id));
  const last = useQuery({ ...datapointQuery(before ?? ""), enabled: before !== undefined });
  if (!data || last.isLoading) return error ? <Wrong error={error} /> : <Skeleton rows={4} />;
  const messages = last.data ? [...last.data.input, ...last.data.output] : [];
  return (
    <div className="stack" style={{ padding: 12 }}>
      <Verdicts verdicts={data.verdicts} />
      <DatapointDialog datapoint={data} evidence={evidenceOf(data.verdicts)} before={messages} />
    </div>
  );
}
