import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type * as comparisons from "../../../../../src/checks/contract/comparison.ts";
import type * as collections from "../../../../../src/testing/contract/scenario-collection.ts";
import type * as sets from "../../../../../src/testing/contract/scenario-set.ts";
import type * as runs from "../../../../../src/testing/contract/test-run.ts";
import type * as tries from "../../../../../src/testing/contract/test-run-attempt.ts";
import { callApi } from "./client.ts";
import type { Page } from "./types.ts";

export type ScenarioSet = z.output<typeof sets.ScenarioSet>;
export type ScenarioRow = z.output<typeof sets.ScenarioRow>;
export type CollectedSet = z.output<typeof collections.CollectedScenarioSet>;
export type FailingSet = z.output<typeof collections.FailingScenarioSet>;
export type Generator = z.output<typeof sets.ScenarioGenerator>;
export type GeneratedSet = z.output<typeof sets.GeneratedSet>;
export type GenerationPreview = z.output<typeof sets.GenerationPreview>;
export type TestRun = z.output<typeof runs.TestRun>;
export type TestRunRow = z.output<typeof tries.TestRunRow>;
export type Comparison = z.output<typeof comparisons.Comparison>;
export type CheckComparison = Comparison["checks"][number];

const next = <Item>(page: Page<Item>) => page.nextCursor;
const first = undefined as string | undefined;
const pollMs = 1000;

export const scenarioSetsQuery = infiniteQueryOptions({
  queryKey: ["scenario sets"],
  queryFn: ({ pageParam, signal }) =>
    callApi<Page<ScenarioSet>>("/scenario-sets", { query: { limit: 100, cursor: pageParam }, signal }),
  initialPageParam: first,
  getNextPageParam: next,
});

export const scenarioSetQuery = (id: string) =>
  queryOptions({
    queryKey: ["scenario set", id],
    queryFn: ({ signal }) => callApi<ScenarioSet>(`/scenario-sets/${encodeURIComponent(id)}`, { signal }),
  });

export const scenarioRowsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ["scenario rows", id],
    queryFn: ({ pageParam, signal }) =>
      callApi<Page<ScenarioRow>>(`/scenario-sets/${encodeURIComponent(id)}/rows`, {
        query: { limit: 100, cursor: pageParam },
        signal,
      }),
    initialPageParam: first,
    getNextPageParam: next,
  });

export const generatorsQuery = queryOptions({
  queryKey: ["scenario generators"],
  queryFn: ({ signal }) => callApi<{ items: readonly Generator[] }>("/scenario-generators", { signal }),
  staleTime: Infinity,
});

/** Test runs, polled while one is in progress. */
export const testRunsQuery = (of: { readonly scenarioId?: string; readonly modelId?: string } = {}) =>
  infiniteQueryOptions({
    queryKey: ["test runs", of],
    queryFn: ({ pageParam, signal }) =>
      callApi<Page<TestRun>>("/test-runs", { query: { ...of, limit: 100, cursor: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam: next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isUnderWay)) ? 2 * pollMs : false,
  });

export const testRunQuery = (id: string) =>
  queryOptions({
    queryKey: ["test run", id],
    queryFn: ({ signal }) => callApi<TestRun>(`/test-runs/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? pollMs : false),
  });

export const testRunRowsQuery = (run: TestRun) =>
  infiniteQueryOptions({
    // Ended runs do not change; until then the rows belong to the present progress.
    queryKey: ["test run rows", run.id, run.state, run.progress.done],
    queryFn: ({ pageParam, signal }) =>
      callApi<Page<TestRunRow>>(`/test-runs/${run.id}/rows`, { query: { limit: 100, cursor: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam: next,
    // While a run is in progress, its rows stay visible until newer ones arrive.
    placeholderData: keepPreviousData,
  });

export const comparisonQuery = (base: string, others: readonly string[]) =>
  queryOptions({
    queryKey: ["comparison", base, others],
    queryFn: ({ signal }) =>
      callApi<Comparison>("/test-runs/compare", { method: "POST", body: { base, runs: others, rows: 500 }, signal }),
    enabled: base !== "" && others.length > 0,
  });

export const isUnderWay = ({ state }: Pick<TestRun, "state">): boolean => state === "running" || state === "evaluating";
