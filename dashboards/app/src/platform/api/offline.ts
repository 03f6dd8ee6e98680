import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "./client.ts";
import type { Comparison, Page, TestRun } from "./types.ts";

export type {
  CollectedScenarioSet as CollectedSet,
  Comparison,
  GeneratedSet,
  GenerationPreview,
  ScenarioGenerator as Generator,
  ScenarioRow,
  ScenarioSet,
  TestRun,
  TestRunRow,
} from "../../../../../packages/api-client/src/api.ts";

export type CheckComparison = Comparison["checks"][number];

const next = <Item>(page: Page<Item>) => page.nextCursor;
const first = undefined as string | undefined;
/** Lists of rows continue at a row. */
const rowOf = (cursor: string | undefined) => (cursor === undefined ? undefined : Number(cursor));
const pollMs = 1000;

export const scenarioSetsQuery = infiniteQueryOptions({
  queryKey: ["scenario sets"],
  queryFn: ({ pageParam, signal }) =>
    callApi("GET /scenario-sets", { query: { limit: 100, cursor: pageParam }, signal }),
  initialPageParam: first,
  getNextPageParam: next,
});

export const scenarioSetQuery = (id: string) =>
  queryOptions({
    queryKey: ["scenario set", id],
    queryFn: ({ signal }) => callApi("GET /scenario-sets/{id}", { path: { id }, signal }),
  });

export const scenarioRowsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ["scenario rows", id],
    queryFn: ({ pageParam, signal }) =>
      callApi("GET /scenario-sets/{id}/rows", {
        path: { id },
        query: { limit: 100, cursor: rowOf(pageParam) },
        signal,
      }),
    initialPageParam: first,
    getNextPageParam: next,
  });

export const generatorsQuery = queryOptions({
  queryKey: ["scenario generators"],
  queryFn: ({ signal }) => callApi("GET /scenario-generators", { signal }),
  staleTime: Infinity,
});

/** Test runs, polled while one is in progress. */
export const testRunsQuery = (of: { readonly scenarioId?: string; readonly modelId?: string } = {}) =>
  infiniteQueryOptions({
    queryKey: ["test runs", of],
    queryFn: ({ pageParam, signal }) =>
      callApi("GET /test-runs", { query: { ...of, limit: 100, cursor: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam: next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isUnderWay)) ? 2 * pollMs : false,
  });

export const testRunQuery = (id: string) =>
  queryOptions({
    queryKey: ["test run", id],
    queryFn: ({ signal }) => callApi("GET /test-runs/{id}", { path: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? pollMs : false),
  });

export const testRunRowsQuery = (run: TestRun) =>
  infiniteQueryOptions({
    // Ended runs do not change; until then the rows belong to the present progress.
    queryKey: ["test run rows", run.id, run.state, run.progress.done],
    queryFn: ({ pageParam, signal }) =>
      callApi("GET /test-runs/{id}/rows", {
        path: { id: run.id },
        query: { limit: 100, cursor: rowOf(pageParam) },
        signal,
      }),
    initialPageParam: first,
    getNextPageParam: next,
    // While a run is in progress, its rows stay visible until newer ones arrive.
    placeholderData: keepPreviousData,
  });

export const comparisonQuery = (base: string, others: readonly string[]) =>
  queryOptions({
    queryKey: ["comparison", base, others],
    queryFn: ({ signal }) => callApi("POST /test-runs/compare", { body: { base, runs: others, rows: 500 }, signal }),
    enabled: base !== "" && others.length > 0,
  });

export const isUnderWay = ({ state }: Pick<TestRun, "state">): boolean => state === "running" || state === "evaluating";
