import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

interface Queries {
  readonly queryKey: QueryKey;
}

interface ChangeOptions<Changed, Given> {
  /** Queries, or all with the same beginning of their key, that are fetched again afterwards. */
  readonly reloads?: readonly Queries[];
  /** Queries that the response is the new data of. */
  readonly stores?: (changed: Changed) => readonly Queries[];
  readonly onSuccess?: (changed: Changed, given: Given) => void;
}

/** A request that changes something, and what changes with it on the pages. */
export function useChange<Changed, Given = void>(
  change: (given: Given) => Promise<Changed>,
  { reloads = [], stores = () => [], onSuccess }: ChangeOptions<Changed, Given> = {},
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (changed: Changed, given: Given) => {
      for (const { queryKey } of stores(changed)) queries.setQueryData(queryKey, changed);
      onSuccess?.(changed, given);
    },
    // After a failure as well, because what the page shows may be out of date.
    onSettled: () => {
      for (const { queryKey } of reloads) void queries.invalidateQueries({ queryKey });
    },
  });
}
