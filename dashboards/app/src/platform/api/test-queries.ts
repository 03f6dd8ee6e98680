import { keepPreviousData } from "@tanstack/react-query";
import { listBy, listOf, queryBy, queryOf } from "./query.ts";
import type { TestRun } from "./types.ts";

export const modelsQuery = queryOf("GET /models", { query: { limit: 200 } });
/** Not fetched again: a form must not change while a person fills it in. */
export const modelQuery = (id: string) => queryOf("GET /models/{id}", { path: { id } }, { staleTime: Infinity });
export const modelVersionsQuery = (id: string) => queryOf("GET /models/{id}/versions", { path: { id } });

export const scenarioSetsQuery = listOf("GET /scenario-sets", { query: { limit: 100 } });
export const scenarioSetQuery = (id: string) => queryOf("GET /scenario-sets/{id}", { path: { id } });
export const scenarioRowsQuery = (id: string) =>
  listOf("GET /scenario-sets/{id}/rows", { path: { id }, query: { limit: 100 } });
export const generatorsQuery = queryOf("GET /scenario-generators", {}, { staleTime: Infinity });

const pollMs = 1000;
export const isUnderWay = ({ state }: Pick<TestRun, "state">): boolean => state === "running" || state === "evaluating";

export const testRunsQuery = (of: { readonly scenarioId?: string; readonly modelId?: string } = {}) =>
  listOf(
    "GET /test-runs",
    { query: { ...of, limit: 100 } },
    {
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ items }) => items.some(isUnderWay)) ? 2 * pollMs : false,
    },
  );
export const testRunLists = { queryKey: ["GET /test-runs"] };

export const testRunQuery = (id: string) =>
  queryOf(
    "GET /test-runs/{id}",
    { path: { id } },
    { refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? pollMs : false) },
  );

/** Rows of ended runs do not change. Those of one in progress belong to it, and stay visible until newer ones arrive. */
export const testRunRowsQuery = ({ id, state, progress }: TestRun) =>
  listBy([id, state, progress.done], "GET /test-runs/{id}/rows", () => ({ path: { id }, query: { limit: 100 } }), {
    placeholderData: keepPreviousData,
  });

export const comparisonQuery = (base: string, runs: readonly string[]) =>
  queryBy([base, runs], "POST /test-runs/compare", () => ({ body: { base, runs, rows: 500 } }), {
    enabled: base !== "" && runs.length > 0,
  });
