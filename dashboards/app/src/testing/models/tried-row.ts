import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type Search, useAddress } from "../../platform/address/search.ts";
import { callApi } from "../../platform/api/client.ts";
import { type ScenarioRow, type ScenarioSet, scenarioSetsQuery } from "../../platform/api/offline.ts";
import { useItems } from "../../platform/ui/overlays/more.tsx";

export interface TriedRow {
  readonly sets: readonly ScenarioSet[];
  readonly set: ScenarioSet | undefined;
  /** Starts at 1. */
  readonly rowNumber: number;
  readonly row: ScenarioRow | undefined;
  readonly error: unknown;
  readonly chooseSet: (id: string) => void;
  readonly chooseRow: (rowNumber: number) => void;
}

/** Returns the row on which a model is tried and whose names templates can use; selected in the address. */
export function useTriedRow(): TriedRow {
  const { scenario, row = "1" } = useAddress();
  const navigate = useNavigate();
  const sets = useItems(useInfiniteQuery(scenarioSetsQuery).data) ?? [];
  const set = sets.find(({ id }) => id === scenario);
  const rowNumber = Math.max(1, Math.trunc(Number(row)) || 1);
  const { data, error } = useQuery({
    queryKey: ["scenario row", set?.id, set?.version, rowNumber],
    queryFn: ({ signal }) =>
      callApi("GET /scenario-sets/{id}/rows", {
        path: { id: set?.id ?? "" },
        query: { cursor: rowNumber - 1, limit: 1 },
        signal,
      }),
    enabled: set !== undefined,
  });
  const go = (part: { scenario?: string | undefined; row?: string | undefined }) =>
    void navigate({ to: ".", search: (before: Search) => ({ ...before, ...part }), replace: true });
  return {
    sets,
    set,
    rowNumber,
    row: data?.items[0],
    error,
    chooseSet: (id) => go({ scenario: id === "" ? undefined : id, row: undefined }),
    chooseRow: (next) => go({ row: next === 1 ? undefined : `${next}` }),
  };
}
