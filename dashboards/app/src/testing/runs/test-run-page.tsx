import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ForMembers } from "../../accounts/sign-in/roles.tsx";
import { callApi } from "../../platform/api/client.ts";
import { isUnderWay, testRunQuery } from "../../platform/api/test-queries.ts";
import type { TestRun } from "../../platform/api/types.ts";
import { useChange } from "../../platform/api/use-change.ts";
import { Button } from "../../platform/ui/button.tsx";
import { Page, Skeleton, Wrong } from "../../platform/ui/page.tsx";
import { ResumeRun, RunActions } from "./run-actions.tsx";
import { RunConclusion } from "./run-conclusion.tsx";
import { RunFacts } from "./run-facts.tsx";
import { ConfusionMatrix, InvarianceWorst, RetrievalMetrics, RunChecks, RunMetrics } from "./run-metrics.tsx";
import { RunRows } from "./run-rows.tsx";

export function TestRunPage() {
  const { id } = useParams({ from: "/test-runs/$id" });
  const { data: run, error } = useQuery(testRunQuery(id));
  if (!run) return <Page title="Test run">{error ? <Wrong error={error} /> : <Skeleton />}</Page>;
  const { metrics } = run;
  return (
    <Page title={run.name} actions={<Actions key={run.id} run={run} />}>
      <RunConclusion run={run} />
      <RunFacts run={run} />
      <RunChecks run={run} />
      {metrics?.classification && <ConfusionMatrix metrics={metrics.classification} />}
      {metrics?.retrieval && <RetrievalMetrics at={metrics.retrieval} />}
      {metrics && <RunMetrics metrics={metrics} />}
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
  const cancel = useChange(() => callApi("POST /test-runs/{id}/cancel", { path: { id: run.id } }), {
    stores: () => [testRunQuery(run.id)],
  });
  return (
    <ForMembers>
      <Button text="Cancel the run" by={cancel} />
    </ForMembers>
  );
}
