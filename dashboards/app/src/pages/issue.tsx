import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { type Search, useAddress } from "../address/search.ts";
import { ask, askText } from "../api/client.ts";
import { datapointQuery, issueQuery, occurrencesQuery } from "../api/queries.ts";
import type { IssueDetail, IssueRequest } from "../api/types.ts";
import { AddToScenario } from "../collect/add-to-scenario.tsx";
import { IssueActions } from "../issues/actions.tsx";
import { Activity, IssueFacts } from "../issues/aside.tsx";
import { IssueTrendChart, Merged, WhatIsDifferent } from "../issues/insight.tsx";
import { OccurrenceView } from "../issues/occurrence.tsx";
import { useShortcuts } from "../keys/keys.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { SeverityMark, StateChip } from "../ui/marks.tsx";
import { Skeleton, Wrong } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";
import { useTitle } from "../ui/title.ts";
import { useToast } from "../ui/toast.tsx";

export function IssuePage() {
  const { id } = useParams({ from: "/issues/$id" });
  const { data, error, refetch } = useQuery(issueQuery(id));
  useTitle(data ? `#${data.number} ${data.title}` : "Issue");
  if (error) {
    return (
      <div className="page-body">
        <h1 className="hidden">Issue</h1>
        <Wrong error={error} retry={() => void refetch()} />
      </div>
    );
  }
  if (!data) {
    return (
      <div className="page-body">
        <h1 className="hidden">Issue</h1>
        <Skeleton rows={12} />
      </div>
    );
  }
  return <Shown issue={data} />;
}

function Shown({ issue }: { issue: IssueDetail }) {
  const change = useIssueChange(issue);
  return (
    <>
      <div className="bar">
        <Link to={issue.kind === "error" ? "/errors" : "/issues"} className="button quiet">
          {issue.kind === "error" ? "Errors" : "Issues"}
        </Link>
        <h1 className="cut">
          <span className="muted">#{issue.number}</span> {issue.title}
        </h1>
        <span className="grow" />
        <AddToScenario
          chosen={{ kind: "issue", id: issue.id, number: issue.number, count: issue.occurrences }}
          name={`#${issue.number} ${issue.title}`}
        />
        <IssueActions issue={issue} change={change.mutate} busy={change.isPending} />
        <CopyButton
          label="Copy for agent"
          text={() => askText(`/issues/${encodeURIComponent(issue.id)}`, { query: { as: "markdown" } })}
        />
      </div>
      <div className="page-body">
        <div className="stack">
          {change.error && <Wrong error={change.error} />}
          <div className="line">
            <StateChip issue={issue} />
            <SeverityMark severity={issue.severity} />
            <span className="muted">
              first <Time at={issue.firstSeenAt} /> · last <Time at={issue.lastSeenAt} /> · {issue.occurrences}{" "}
              {issue.occurrences === 1 ? "occurrence" : "occurrences"} · {issue.usersAffected}{" "}
              {issue.usersAffected === 1 ? "user" : "users"} · found by <code>{issue.check}</code>
            </span>
          </div>
          <div className="cols">
            <div className="stack">
              <IssueTrendChart issue={issue} />
              <Occurrences issue={issue} />
            </div>
            <aside className="stack" aria-label="About this issue">
              <IssueFacts issue={issue} change={change.mutate} />
              <WhatIsDifferent issue={issue} />
              <Merged issue={issue} />
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
  const path = `/issues/${encodeURIComponent(issue.id)}`;
  const keep = (changed: IssueDetail) => {
    queries.setQueryData(issueQuery(`${issue.number}`).queryKey, changed);
    queries.setQueryData(issueQuery(issue.id).queryKey, changed);
    void queries.invalidateQueries({ queryKey: ["issues"] });
  };
  const mutation = useMutation({
    mutationFn: (body: IssueRequest) => ask<IssueDetail>(path, { method: "PATCH", body }),
    onSuccess: (changed, body) => {
      keep(changed);
      if (body.state === undefined) return;
      toast(`Issue #${issue.number} is ${changed.state}`, () => void undo(issue.state));
    },
  });
  /** Back to where it was: through `open`, where the way there leads through it. */
  async function undo(state: IssueDetail["state"]) {
    const opened = await ask<IssueDetail>(path, { method: "PATCH", body: { state: "open" } });
    keep(state === "open" ? opened : await ask<IssueDetail>(path, { method: "PATCH", body: { state } }));
  }
  return mutation;
}

function Occurrences({ issue }: { issue: IssueDetail }) {
  const { occ } = useAddress();
  const navigate = useNavigate({ from: "/issues/$id" });
  const { data, error } = useQuery(occurrencesQuery(issue.id));
  const list = data?.items ?? [];
  const id = occ ?? list[0]?.datapoint.id ?? issue.sampleDatapointId;
  const at = list.findIndex(({ datapoint }) => datapoint.id === id);
  const datapoint = useQuery(datapointQuery(id));
  const show = (index: number) => {
    const next = list[index];
    if (next) void navigate({ search: (before: Search) => ({ ...before, occ: next.datapoint.id }), replace: true });
  };
  const representative = () =>
    void navigate({ search: (before: Search) => ({ ...before, occ: issue.sampleDatapointId }), replace: true });
  useShortcuts("Occurrences", [
    { keys: "h", does: "Older occurrence", run: () => show(at + 1) },
    { keys: "l", does: "Newer occurrence", run: () => show(at - 1) },
    { keys: ";", does: "Representative occurrence", run: representative },
  ]);
  const occurrence = list[at];
  return (
    <section className="stack" aria-label="Occurrences">
      <div className="pager">
        <b className="num">
          {at < 0
            ? "Representative occurrence"
            : `Occurrence ${list.length - at} of ${Math.max(list.length, issue.occurrences)}`}
        </b>
        <span className="grow" />
        <button type="button" disabled={at < 0 || at >= list.length - 1} onClick={() => show(at + 1)}>
          ◀ Older <kbd>h</kbd>
        </button>
        <button type="button" disabled={at <= 0} onClick={() => show(at - 1)}>
          Newer <kbd>l</kbd> ▶
        </button>
        <button
          type="button"
          onClick={representative}
          aria-label="Representative occurrence"
          title="Representative occurrence"
        >
          <kbd>;</kbd>
        </button>
      </div>
      {error && <Wrong error={error} />}
      {datapoint.error && <Wrong error={datapoint.error} />}
      {!datapoint.data && !datapoint.error && <Skeleton rows={10} />}
      {datapoint.data && <OccurrenceView issue={issue} occurrence={occurrence} datapoint={datapoint.data} />}
    </section>
  );
}
