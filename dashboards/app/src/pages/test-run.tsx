import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ForMembers } from "../account/for-members.tsx";
import { ask } from "../api/client.ts";
import { isUnderWay, type TestRun, testRunQuery } from "../api/offline.ts";
import { ErrorMatrix } from "../offline/error-matrix.tsx";
import { InvarianceWorst } from "../offline/invariance-worst.tsx";
import { ResumeRun } from "../offline/resume-run.tsx";
import { RetrievalFigures } from "../offline/retrieval-figures.tsx";
import { RunActions } from "../offline/run-actions.tsx";
import { RunChecks } from "../offline/run-checks.tsx";
import { RunFacts } from "../offline/run-facts.tsx";
import { RunFigures } from "../offline/run-figures.tsx";
import { RunRows } from "../offline/run-rows.tsx";
import { Page } from "../ui/page.tsx";
import { Skeleton, Wrong } from "../ui/states.tsx";
import { useTitle } from "../ui/title.ts";

export function TestRunPage() {
  const { id } = useParams({ from: "/test-runs/$id" });
  const { data: run, error } = useQuery(testRunQuery(id));
  useTitle(run?.name ?? "Test run");
  if (!run) return <Page title="Test run">{error ? <Wrong error={error} /> : <Skeleton />}</Page>;
  const { metrics } = run;
  return (
    <Page title={run.name} actions={<Actions key={run.id} run={run} />}>
      <RunFacts run={run} />
      <RunChecks run={run} />
      {metrics?.classification && <ErrorMatrix metrics={metrics.classification} />}
      {metrics?.retrieval && <RetrievalFigures at={metrics.retrieval} />}
      {metrics && <RunFigures metrics={metrics} />}
      {metrics?.invariance && <InvarianceWorst found={metrics.invariance} />}
      <RunRows run={run} />
    </Page>
  );
}

function Actions({ run }: { run: TestRun }) {
  if (isUnderWay(run)) return <Cancel run={run} />;
  const hasStopped = run.state === "cancelled" || run.state === "failed";
  return (
    <>
      {hasStopped && run.isServed && run.progress.waiting + run.progress.leased > 0 && <ResumeRun run={run} />}
      <RunActions run={run} />
    </>
  );
}

function Cancel({ run }: { run: TestRun }) {
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => ask<TestRun>(`/test-runs/${run.id}/cancel`, { method: "POST" }),
    onSuccess: (changed) => queries.setQueryData(testRunQuery(run.id).queryKey, changed),
  });
  return (
    <ForMembers>
      <button type="button" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel the run
      </button>
    </ForMembers>
  );
}
