import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { modelsQuery, scenarioSetsQuery, testRunsQuery } from "../../platform/api/test-queries.ts";
import type { TestRun } from "../../platform/api/types.ts";
import { is, type RowKind } from "../../platform/list/column.ts";
import { column, type TableColumn, TableList, timeColumn } from "../../platform/list/list-table.tsx";
import { type List, useList } from "../../platform/list/use-list.ts";
import { Badge } from "../../platform/ui/badges.tsx";
import { Button, TextLink } from "../../platform/ui/button.tsx";
import { Snippet } from "../../platform/ui/copy-button.tsx";
import { costText, countText, durationText, percentText } from "../../platform/ui/format.tsx";
import { Blank, errorOf, More, Page, useItems } from "../../platform/ui/page.tsx";
import { BuiltFrom, passRate, passRateBefore, RunState } from "./words.tsx";

/** Four columns are the most that remain readable. */
const mostCompared = 4;

export function TestRunsPage() {
  const paged = useInfiniteQuery(testRunsQuery());
  const names = useNames();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const loaded = useItems(paged.data);
  const runs = loaded ?? noRuns;
  const columns = useMemo(() => columnsOf(runs, names ?? new Map(), chosen, setChosen), [runs, names, chosen]);
  const toggle = (id: string | undefined) =>
    runs.some((run) => run.id === id && run.state === "finished") && setChosen(toggled(id ?? ""));
  const list: List<TestRun, TableColumn<TestRun>> = useList({
    kind,
    rows: names && loaded,
    columns,
    unfolds: true,
    more: [{ keys: "x", does: "Compare it with others", run: () => toggle(list.current.id) }],
  });
  // The others are compared with the oldest.
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
          <TextLink text="New test run" to="/test-runs/new" className="button primary" />
          <Button
            text={chosen.length < 2 ? "Compare" : `Compare ${chosen.length}`}
            disabled={chosen.length < 2}
            onClick={compare}
          />
        </>
      }
    >
      <TableList list={list} label="Test runs" whole={whole} error={errorOf(paged)} none={<NoRuns />} rowPx={72} />
      <More of={paged}>More runs</More>
    </Page>
  );
}

function useNames(): ReadonlyMap<string, string> | undefined {
  const models = useQuery(modelsQuery);
  const sets = useInfiniteQuery(scenarioSetsQuery);
  const known = useItems(sets.data);
  const isComing = models.isPending || sets.isPending;
  return useMemo(() => {
    if (isComing) return undefined;
    const all = [...(models.data?.items ?? []), ...(known ?? [])];
    return new Map(all.map(({ id, name }) => [id, name]));
  }, [isComing, models.data, known]);
}

const noRuns: readonly TestRun[] = [];

const kind: RowKind<TestRun> = { idOf: ({ id }) => id, pageOf: ({ id }) => ({ page: "test-runs", key: id }) };

const whole = (run: TestRun) => <RunCheckResults run={run} />;

type Choose = (change: (before: readonly string[]) => readonly string[]) => void;

const toggled = (id: string) => (before: readonly string[]) =>
  before.includes(id) ? before.filter((each) => each !== id) : [...before, id].slice(-mostCompared);

function columnsOf(
  runs: readonly TestRun[],
  names: ReadonlyMap<string, string>,
  chosen: readonly string[],
  choose: Choose,
): readonly TableColumn<TestRun>[] {
  const modelOf = ({ modelId }: TestRun) => names.get(modelId) ?? "a model";
  const setOf = ({ scenarioId }: TestRun) => names.get(scenarioId) ?? "a set";
  return [
    column(
      "compare",
      "Compare",
      ({ id, name, state }) => (
        <input
          type="checkbox"
          aria-label={`Compare ${name}`}
          disabled={state !== "finished"}
          checked={chosen.includes(id)}
          onChange={() => choose(toggled(id))}
        />
      ),
      { width: 80, isControl: true },
    ),
    column(
      "run",
      "Run",
      (run) => (
        <>
          <TextLink text={run.name} to="/test-runs/$id" params={{ id: run.id }} />
          <div className="muted small">{aboutOf(run)}</div>
        </>
      ),
      {
        text: (run) => `${run.name}\n${aboutOf(run)}`,
        clauses: (run) => [
          { field: "model", value: run.modelId, label: modelOf(run) },
          { field: "set", value: run.scenarioId, label: setOf(run) },
          ...is("tag", ...run.tags),
        ],
      },
    ),
    column("state", "State", (run) => <RunState run={run} />, {
      width: 150,
      clauses: ({ state }) => is("state", state),
    }),
    column("passed", "Checks passed", (run) => <Passed run={run} runs={runs} />, { width: 132, isNumber: true }),
    column("rows", "Rows", ({ metrics }) => (metrics ? countText(metrics.rows) : "–"), {
      width: 60,
      from: 1280,
      isNumber: true,
    }),
    column("errors", "Errors", ({ metrics }) => (metrics ? countText(metrics.errors) : "–"), {
      width: 66,
      isNumber: true,
    }),
    column("took", "Per row", ({ metrics }) => tookText(metrics?.meanDurationMs), {
      width: 84,
      from: 1280,
      isNumber: true,
      className: "muted",
    }),
    column("p95", "p95", ({ metrics }) => tookText(metrics?.p95DurationMs), {
      width: 76,
      from: 1440,
      isNumber: true,
      className: "muted",
    }),
    column("cost", "Cost", ({ metrics }) => (metrics?.costUsd === undefined ? "–" : costText(metrics.costUsd)), {
      width: 76,
      from: 1280,
      isNumber: true,
      className: "muted",
    }),
    column("commit", "Commit", (run) => <BuiltFrom run={run} />, {
      width: 124,
      from: 1440,
      className: "muted nowrap",
      clauses: ({ commit }) => is("commit", commit),
    }),
    timeColumn("started", "Started", ({ createdAt }) => createdAt),
  ];

  function aboutOf(run: TestRun): string {
    const of = `${modelOf(run)}, version ${run.modelVersion}, on ${setOf(run)}, version ${run.scenarioVersion}`;
    return [of, ...run.tags].join(" · ");
  }
}

function Passed({ run, runs }: { run: TestRun; runs: readonly TestRun[] }) {
  const rate = passRate(run);
  const before = passRateBefore(run, runs);
  return (
    <>
      {rate === undefined ? measured(run.metrics) : percentText(rate)}
      {rate !== undefined && before !== undefined && before !== rate && (
        <div className={rate < before ? "small wrong" : "muted small"} title="The run before it, of this name">
          from {percentText(before)}
        </div>
      )}
    </>
  );
}

const tookText = (durationMs: number | undefined) => (durationMs === undefined ? "–" : durationText(durationMs));

/** Returns the first metric of the type, for a run without checks. */
function measured(metrics: TestRun["metrics"]): string {
  const { classification, retrieval: [at] = [] } = metrics ?? {};
  if (classification) return `accuracy ${percentText(classification.accuracy)}`;
  return at ? `recall@${at.k} ${percentText(at.recall)}` : "–";
}

const commands = "gaffe init --language typescript\ngaffe run -f example";

const NoRuns = () => (
  <Blank title="No test run yet">
    <p>
      A run calls your model with every row of a scenario set and evaluates the responses, before your users see them.
    </p>
    <p>
      <TextLink text="Start one here" to="/test-runs/new" className="button primary" />
    </p>
    <p>Or from your code, or a build:</p>
    <Snippet name="The commands" text={commands} />
  </Blank>
);

export function RunCheckResults({ run: { metrics, checks } }: { run: TestRun }) {
  if (!metrics || metrics.checks.length === 0) {
    return (
      <p className="muted">
        {checks.length === 0 ? "It has no checks." : `Checks: ${checks.map(({ check }) => check).join(", ")}`}
      </p>
    );
  }
  return (
    <ul className="first-calls" aria-label="Check results">
      {metrics.checks.map(({ check, passed, failed, skipped, broken }) => (
        <li key={check} className="line">
          <code className="grow">{check}</code>
          <Badge tone="ok" sign="✓" text={`${countText(passed)} passed`} />
          {failed > 0 && <Badge tone="fail" sign="✕" text={`${countText(failed)} failed`} />}
          {broken > 0 && <Badge tone="warn" sign="!" text={`${countText(broken)} broken`} />}
          {skipped > 0 && <Badge tone="quiet" sign="–" text={`${countText(skipped)} skipped`} />}
        </li>
      ))}
    </ul>
  );
}
