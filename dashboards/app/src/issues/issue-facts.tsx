import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ForMembers, useMe } from "../accounts/sign-in/roles.tsx";
import { usersQuery } from "../platform/api/queries.ts";
import type { IssueDetail, IssueRequest } from "../platform/api/types.ts";
import { Button, TextLink } from "../platform/ui/button.tsx";
import { countOf, countText, sentence, Time } from "../platform/ui/format.tsx";
import { handleSubmit } from "../platform/ui/forms/field.tsx";
import { FactList } from "../platform/ui/page.tsx";
import { momentText } from "../platform/ui/time/zone.ts";

const resolutions = {
  now: "until a later call",
  next_release: "until a call of a later release",
  corrected: "later spans superseded its datapoint",
} as const;

type Change = (request: IssueRequest) => void;

export const IssueFacts = ({ issue, change }: { issue: IssueDetail; change: Change }) => (
  <section className="card">
    <header>
      <h2>Issue</h2>
    </header>
    <FactList
      rows={[
        [
          "Kind",
          issue.errorType === undefined ? sentence(issue.kind) : `Error: ${issue.errorType.replaceAll("_", " ")}`,
        ],
        ["Check", <TextLink text={issue.check} to="/checks/$name" params={{ name: issue.check }} className="mono" />],
        [
          "Monitor",
          <TextLink text={issue.monitorName ?? "deleted"} to="/monitors/$id" params={{ id: issue.monitorId }} />,
        ],
        [
          "Occurrences",
          <TextLink
            text={countOf(issue.occurrences, "datapoint")}
            to="/datapoints"
            search={{ q: `issue:${issue.id}`, range: "30d" }}
          />,
        ],
        [
          "Affected",
          <>
            {countOf(issue.usersAffected, "user")} in {countOf(issue.sessionsAffected, "session")}
          </>,
        ],
        [
          "Retries",
          issue.retried > 0 && (
            <>
              <TextLink
                text={countOf(issue.retried, "occurrence")}
                to="/datapoints"
                search={{ q: `issue:${issue.id} retries:>0`, range: "30d" }}
              />
              , up to {countText(issue.mostRetries)} of one call
            </>
          ),
        ],
        [
          "First release",
          issue.firstRelease !== undefined && (
            <TextLink
              text={issue.firstRelease}
              to="/datapoints"
              search={{ q: `release:=${JSON.stringify(issue.firstRelease)}`, range: "30d" }}
            />
          ),
        ],
        ["Resolved", issue.state === "resolved" && issue.resolution !== undefined && resolutions[issue.resolution]],
        [
          "Ignored",
          issue.state === "ignored" &&
            (issue.ignoredUntil !== undefined
              ? `until ${momentText(issue.ignoredUntil)}`
              : issue.ignoredUntilOccurrences !== undefined
                ? `until ${issue.ignoredUntilOccurrences} occurrences`
                : "forever"),
        ],
        [
          "Spiking",
          issue.spikingSince !== undefined && (
            <>
              since <Time at={issue.spikingSince} />
            </>
          ),
        ],
      ]}
    />
    <ForMembers>
      <Assign key={issue.assignee ?? ""} issue={issue} change={change} />
    </ForMembers>
  </section>
);

/** Assigns the issue. Users of the account are suggested; other names are accepted as well. */
function Assign({ issue, change }: { issue: IssueDetail; change: Change }) {
  const who = useMe();
  const people = useQuery({ ...usersQuery, enabled: who.kind === "user" }).data?.items ?? [];
  const [assignee, setAssignee] = useState(issue.assignee ?? "");
  return (
    <form
      className="line"
      style={{ marginTop: 12 }}
      onSubmit={handleSubmit(() => change({ assignee: assignee.trim() }))}
    >
      <label className="hidden" htmlFor="assignee">
        Assignee
      </label>
      <input
        id="assignee"
        className="grow"
        style={{ width: 120 }}
        list="people"
        autoComplete="off"
        placeholder="Unassigned"
        value={assignee}
        onChange={({ target }) => setAssignee(target.value)}
      />
      <datalist id="people">
        {people.map(({ id, email }) => (
          <option key={id} value={email} />
        ))}
      </datalist>
      {assignee.trim() !== (issue.assignee ?? "") ? (
        <button type="submit">{assignee.trim() === "" ? "Unassign" : "Assign"}</button>
      ) : (
        who.kind === "user" &&
        issue.assignee !== who.email && <Button text="Assign to me" onClick={() => change({ assignee: who.email })} />
      )}
    </form>
  );
}

export function Activity({ issue, change, busy }: { issue: IssueDetail; change: Change; busy: boolean }) {
  const [draft, setDraft] = useState("");
  return (
    <section className="card">
      <header>
        <h2>Activity</h2>
      </header>
      <ol className="timeline">
        {issue.activity.map(({ kind, actor, at, note: text }) => (
          <li key={`${at} ${kind} ${text ?? ""}`}>
            <span>
              <b>{sentence(kind)}</b>
              {text !== undefined && <>: {text}</>}
            </span>
            <small>
              {actor === "pipeline" ? "Gaffe" : actor.replace(/^user:/, "")} · <Time at={at} />
            </small>
          </li>
        ))}
      </ol>
      <ForMembers>
        <form
          className="stack"
          style={{ marginTop: 12 }}
          onSubmit={handleSubmit(() => {
            change({ note: draft.trim() });
            setDraft("");
          })}
        >
          <label className="hidden" htmlFor="note">
            Note
          </label>
          <textarea
            id="note"
            placeholder="Add a note"
            value={draft}
            onChange={({ target }) => setDraft(target.value)}
          />
          <div className="right">
            <Button submits text="Add note" disabled={busy || draft.trim() === ""} />
          </div>
        </form>
      </ForMembers>
    </section>
  );
}
