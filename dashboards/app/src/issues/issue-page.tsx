import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ForMembers, useIsMember, useMe } from "../accounts/sign-in/roles.tsx";
import { linkTo } from "../platform/address/link.ts";
import { callApi, send } from "../platform/api/client.ts";
import { issueLists, issueQuery } from "../platform/api/queries.ts";
import type { IssueDetail, IssueRequest } from "../platform/api/types.ts";
import { useShortcuts } from "../platform/keyboard/keys.tsx";
import { SeverityBadge, StateChip } from "../platform/ui/badges.tsx";
import { TextLink } from "../platform/ui/button.tsx";
import { CopyButton } from "../platform/ui/copy-button.tsx";
import { countOf, Time } from "../platform/ui/format.tsx";
import { useToast } from "../platform/ui/overlays/toast.tsx";
import { Skeleton, useTitle, Wrong } from "../platform/ui/page.tsx";
import { AddToScenario } from "../testing/collect/add-to-scenario.tsx";
import { IssueActions } from "./actions.tsx";
import { Facets } from "./facets.tsx";
import { GroupBy } from "./group-by.tsx";
import { IssueTrendChart, Merged, WhatIsDifferent } from "./insight.tsx";
import { Activity, IssueFacts } from "./issue-facts.tsx";
import { IssueLinks } from "./links.tsx";
import { Occurrences } from "./occurrences.tsx";

export function IssuePage() {
  const { id } = useParams({ from: "/issues/$id" });
  const { data, error } = useQuery(issueQuery(id));
  useTitle(data ? `#${data.number} ${data.title}` : `Issue #${id}`);
  if (!data) {
    return (
      <>
        <div className="bar">
          <TextLink text="Issues" to="/issues" className="button quiet" />
          <h1>Issue #{id}</h1>
        </div>
        <div className="page-body">{error ? <Wrong error={error} /> : <Skeleton rows={12} />}</div>
      </>
    );
  }
  return <Shown issue={data} />;
}

function Shown({ issue }: { issue: IssueDetail }) {
  const change = useIssueChange(issue);
  const who = useMe();
  const isMember = useIsMember();
  const toast = useToast();
  const forAgent = async () =>
    (await send("GET /issues/{id}", { path: { id: issue.id }, query: { as: "markdown" } })).text();
  const focus = (id: string) => document.getElementById(id)?.focus();
  useShortcuts("This issue", [
    { keys: "m", does: "Assign", run: () => focus("assignee") },
    {
      keys: "Shift+M",
      does: "Assign to me",
      run: () => who.kind === "user" && isMember && change.mutate({ assignee: who.email }),
    },
    {
      keys: "y",
      does: "Copy link",
      run: () =>
        void navigator.clipboard.writeText(linkTo("issues", `${issue.number}`)).then(() => toast("Link copied")),
    },
    { keys: "n", does: "Add a note", run: () => focus("note") },
    {
      keys: "$mod+Shift+C",
      does: "Copy for agent",
      run: () =>
        void forAgent()
          .then((text) => navigator.clipboard.writeText(text))
          .then(() => toast("Copied for an agent, as Markdown")),
    },
  ]);
  return (
    <>
      <div className="bar">
        <TextLink
          text={issue.kind === "error" ? "Errors" : "Issues"}
          to={issue.kind === "error" ? "/errors" : "/issues"}
          className="button quiet"
        />
        <h1 className="cut" title={issue.title}>
          <span className="muted">#{issue.number}</span> {issue.title}
        </h1>
        <AddToScenario
          chosen={{ kind: "issue", id: issue.id, number: issue.number, count: issue.occurrences }}
          name={`#${issue.number} ${issue.title}`}
        />
        <IssueActions issue={issue} change={change.mutate} busy={change.isPending} />
        <CopyButton label="Copy for agent" text={forAgent} />
      </div>
      <div className="page-body issue-page">
        <div className="stack">
          {change.error && <Wrong error={change.error} />}
          {issue.subtitle !== undefined && (
            <p className="muted" dir="auto">
              {issue.subtitle}
            </p>
          )}
          {issue.phrases !== undefined && (
            <p className="muted" dir="auto">
              Topic: {issue.phrases.join(", ")}
            </p>
          )}
          <div className="line">
            <StateChip issue={issue} />
            <SeverityBadge severity={issue.severity} />
            <span className="muted">
              last <Time at={issue.lastSeenAt} /> · first <Time at={issue.firstSeenAt} /> ·{" "}
              {countOf(issue.occurrences, "occurrence")} · {countOf(issue.usersAffected, "user")} affected
            </span>
          </div>
          <div className="cols">
            <div className="stack">
              <IssueTrendChart issue={issue} />
              <Occurrences issue={issue} />
            </div>
            <aside className="stack" aria-label="About this issue">
              <IssueFacts issue={issue} change={change.mutate} />
              <ForMembers>
                <IssueLinks issue={issue} change={change.mutate} busy={change.isPending} />
              </ForMembers>
              <Facets issue={issue} />
              <WhatIsDifferent issue={issue} />
              <ForMembers>
                <Merged issue={issue} />
                <GroupBy issue={issue} />
              </ForMembers>
              <Activity issue={issue} change={change.mutate} busy={change.isPending} />
            </aside>
          </div>
        </div>
      </div>
    </>
  );
}

function useIssueChange(issue: IssueDetail) {
  const queries = useQueryClient();
  const toast = useToast();
  const path = { id: issue.id };
  const updateCache = (changed: IssueDetail) => {
    queries.setQueryData(issueQuery(`${issue.number}`).queryKey, changed);
    queries.setQueryData(issueQuery(issue.id).queryKey, changed);
    void queries.invalidateQueries(issueLists);
  };
  const mutation = useMutation({
    mutationFn: (body: IssueRequest) => callApi("PATCH /issues/{id}", { path, body }),
    onSuccess: (changed, body) => {
      updateCache(changed);
      if (body.state === undefined) return;
      toast(`Issue #${issue.number} is ${changed.state}`, () => void restoreState(issue.state));
    },
  });
  /** Restores an earlier state through `open`, because some states cannot be reached directly. */
  async function restoreState(state: IssueDetail["state"]) {
    const opened = await callApi("PATCH /issues/{id}", { path, body: { state: "open" } });
    updateCache(state === "open" ? opened : await callApi("PATCH /issues/{id}", { path, body: { state } }));
  }
  return mutation;
}
