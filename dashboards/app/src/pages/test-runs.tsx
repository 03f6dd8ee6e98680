import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { modelsQuery } from "../api/models.ts";
import { scenarioSetsQuery, type TestRun, testRunsQuery } from "../api/offline.ts";
import { BuiltFrom } from "../offline/built-from.tsx";
import { passRate, passRateBefore, RunState } from "../offline/words.tsx";
import { costText, countText, durationText, percentText } from "../ui/format.ts";
import { Page } from "../ui/page.tsx";
import { Snippet } from "../ui/snippet.tsx";
import { Blank, Skeleton, Wrong } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { useTitle } from "../ui/title.ts";

const head = [
  "Compare",
  "Run",
  "State",
  ">Checks passed",
  ">Rows",
  ">Errors",
  ">Per row",
  ">p95",
  ">Cost",
  "Commit",
  "Started",
];

/** Four side by side is what a person can read. */
const mostCompared = 4;

export function TestRunsPage() {
  useTitle("Test runs");
  const { data, error, isPending, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(testRunsQuery());
  const names = useNames();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const runs = data?.pages.flatMap(({ items }) => items) ?? [];
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => (isChosen ? [...before, id].slice(-mostCompared) : before.filter((each) => each !== id)));
  // The oldest is what the others are held against.
  const inOrder = runs.filter(({ id }) => chosen.includes(id)).toReversed();
  const compare = () => {
    const [base = "", ...others] = inOrder.map(({ id }) => id);
    void navigate({ to: "/test-runs/compare", search: { base, runs: others.join(",") } });
  };
  return (
    <Page
      title="Test runs"
      actions={
        <>
          <Link to="/test-runs/new" className="button primary">
            New test run
          </Link>
          <button type="button" disabled={chosen.length < 2} onClick={compare}>
            {chosen.length < 2 ? "Compare" : `Compare ${chosen.length}`}
          </button>
        </>
      }
    >
      {(isPending || (runs.length > 0 && !names)) && <Skeleton />}
      {error && <Wrong error={error} retry={() => void refetch()} />}
      {data && runs.length === 0 && <NoRuns />}
      {names && runs.length > 0 && (
        <Table label="Test runs" head={head}>
          {runs.map((run) => (
            <Row
              key={run.id}
              run={run}
              of={`${names.get(run.modelId) ?? "a model"}, version ${run.modelVersion}, on ${names.get(run.scenarioId) ?? "a set"}, version ${run.scenarioVersion}`}
              before={passRateBefore(run, runs)}
              isChosen={chosen.includes(run.id)}
              choose={choose}
            />
          ))}
        </Table>
      )}
      {hasNextPage && (
        <button type="button" onClick={() => void fetchNextPage()}>
          More runs
        </button>
      )}
    </Page>
  );
}

/** Of models and sets, by their ids; undefined until they are known. */
function useNames(): ReadonlyMap<string, string> | undefined {
  const models = useQuery(modelsQuery);
  const sets = useInfiniteQuery(scenarioSetsQuery);
  if (models.isPending || sets.isPending) return undefined;
  const all = [...(models.data?.items ?? []), ...(sets.data?.pages.flatMap(({ items }) => items) ?? [])];
  return new Map(all.map(({ id, name }) => [id, name]));
}

interface RowProps {
  readonly run: TestRun;
  /** What was tried on what. */
  readonly of: string;
  /** Share of the run before it. */
  readonly before: number | undefined;
  readonly isChosen: boolean;
  readonly choose: (id: string, isChosen: boolean) => void;
}

function Row({ run, of, before, isChosen, choose }: RowProps) {
  const rate = passRate(run);
  const { metrics } = run;
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          aria-label={`Compare ${run.name}`}
          disabled={run.state !== "finished"}
          checked={isChosen}
          onChange={({ target }) => choose(run.id, target.checked)}
        />
      </td>
      <td>
        <Link to="/test-runs/$id" params={{ id: run.id }}>
          {run.name}
        </Link>
        <div className="muted small">{[of, ...run.tags].join(" · ")}</div>
      </td>
      <td>
        <RunState run={run} />
      </td>
      <td className="right num">
        {rate === undefined ? measured(metrics) : percentText(rate)}
        {rate !== undefined && before !== undefined && before !== rate && (
          <div className={rate < before ? "small wrong" : "muted small"} title="The run before it, of this name">
            from {percentText(before)}
          </div>
        )}
      </td>
      <td className="right num">{metrics ? countText(metrics.rows) : "–"}</td>
      <td className="right num">{metrics ? countText(metrics.errors) : "–"}</td>
      <td className="right num muted">{tookText(metrics?.meanDurationMs)}</td>
      <td className="right num muted">{tookText(metrics?.p95DurationMs)}</td>
      <td className="right num muted">{metrics?.costUsd === undefined ? "–" : costText(metrics.costUsd)}</td>
      <td className="muted nowrap">
        <BuiltFrom run={run} />
      </td>
      <td className="muted nowrap">
        <Time at={run.createdAt} />
      </td>
    </tr>
  );
}

const tookText = (durationMs: number | undefined) => (durationMs === undefined ? "–" : durationText(durationMs));

/** Of a run without checks: the first figure of its type. */
function measured(metrics: TestRun["metrics"]): string {
  const { classification, retrieval: [at] = [] } = metrics ?? {};
  if (classification) return `accuracy ${percentText(classification.accuracy)}`;
  return at ? `recall@${at.k} ${percentText(at.recall)}` : "–";
}

const commands = "gaffe init --language typescript\ngaffe run -f example";

function NoRuns() {
  return (
    <Blank title="No test run yet">
      <p>A run tries every row of a scenario set on a model of yours and judges what comes, before your users do.</p>
      <p>
        <Link to="/test-runs/new" className="button primary">
          Start one here
        </Link>
      </p>
      <p>Or from your code, or a build:</p>
      <Snippet name="The commands" text={commands} />
    </Blank>
  );
}
