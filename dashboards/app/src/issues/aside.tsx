import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { IssueDetail, IssueRequest } from "../api/types.ts";
import { sentence } from "../ui/format.ts";
import { Time } from "../ui/time.tsx";

const resolutions = {
  now: "until a later call",
  next_release: "until a call of a later release",
  corrected: "later spans took back what it was found in",
} as const;

type Change = (request: IssueRequest) => void;

export function IssueFacts({ issue, change }: { issue: IssueDetail; change: Change }) {
  const [assignee, setAssignee] = useState(issue.assignee ?? "");
  return (
    <section className="card">
      <header>
        <h2>Issue</h2>
      </header>
      <dl className="facts">
        <dt>Kind</dt>
        <dd>
          {issue.errorType === undefined ? sentence(issue.kind) : `Error: ${issue.errorType.replaceAll("_", " ")}`}
        </dd>
        <dt>Check</dt>
        <dd>
          <code>{issue.check}</code>
        </dd>
        <dt>Monitor</dt>
        <dd>
          <Link to="/monitors/$id" params={{ id: issue.monitorId }}>
            {issue.monitorName ?? "deleted"}
          </Link>
        </dd>
        <dt>Occurrences</dt>
        <dd>
          <Link to="/datapoints" search={{ q: `issue:${issue.id}`, range: "30d" }}>
            {issue.occurrences} datapoints
          </Link>
        </dd>
        <dt>Users, sessions</dt>
        <dd>
          {issue.usersAffected}, {issue.sessionsAffected}
        </dd>
        {issue.firstRelease !== undefined && (
          <>
            <dt>Began in release</dt>
            <dd>
              <Link to="/datapoints" search={{ q: `release:=${JSON.stringify(issue.firstRelease)}`, range: "30d" }}>
                {issue.firstRelease}
              </Link>
            </dd>
          </>
        )}
        {issue.state === "resolved" && issue.resolution !== undefined && (
          <>
            <dt>Resolved</dt>
            <dd>{resolutions[issue.resolution]}</dd>
          </>
        )}
        {issue.state === "ignored" && (
          <>
            <dt>Ignored</dt>
            <dd>
              {issue.ignoredUntil !== undefined
                ? `until ${new Date(issue.ignoredUntil).toLocaleString()}`
                : issue.ignoredUntilOccurrences !== undefined
                  ? `until ${issue.ignoredUntilOccurrences} occurrences`
                  : "for ever"}
            </dd>
          </>
        )}
        {issue.spikingSince !== undefined && (
          <>
            <dt>Spiking</dt>
            <dd>
              since <Time at={issue.spikingSince} />
            </dd>
          </>
        )}
      </dl>
      <form
        className="line"
        style={{ marginTop: 12 }}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          change({ assignee: assignee.trim() });
        }}
      >
        <label className="hidden" htmlFor="assignee">
          Assignee
        </label>
        <input
          id="assignee"
          className="grow"
          style={{ width: 120 }}
          placeholder="Nobody assigned"
          value={assignee}
          onChange={({ target }) => setAssignee(target.value)}
        />
        <button type="submit" disabled={assignee.trim() === (issue.assignee ?? "")}>
          Assign
        </button>
      </form>
    </section>
  );
}

export function Activity({ issue, change, busy }: { issue: IssueDetail; change: Change; busy: boolean }) {
  const [note, setNote] = useState("");
  return (
    <section className="card">
      <header>
        <h2>Activity</h2>
      </header>
      <ol className="timeline">
        {issue.activity.map(({ kind, actor, at, note: said }) => (
          <li key={`${at} ${kind} ${said ?? ""}`}>
            <span>
              <b>{sentence(kind)}</b>
              {said !== undefined && <>: {said}</>}
            </span>
            <small>
              {actor} · <Time at={at} />
            </small>
          </li>
        ))}
      </ol>
      <form
        className="stack"
        style={{ marginTop: 12 }}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          change({ note: note.trim() });
          setNote("");
        }}
      >
        <label className="hidden" htmlFor="note">
          Note
        </label>
        <textarea id="note" placeholder="Add a note" value={note} onChange={({ target }) => setNote(target.value)} />
        <div className="right">
          <button type="submit" disabled={busy || note.trim() === ""}>
            Add note
          </button>
        </div>
      </form>
    </section>
  );
}
