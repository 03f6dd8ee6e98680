import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { changeProxyChoices, proxyChoicesQuery, type Upstream } from "../platform/api/models.ts";
import { Skeleton, Wrong } from "../platform/ui/states.tsx";

interface Props {
  readonly upstreams: readonly Upstream[];
  readonly mayChange: boolean;
}

/** Sets how proxied calls are handled, and the default provider. */
export function ProxyTreatment({ upstreams, mayChange }: Props) {
  const { data: choices, error } = useQuery(proxyChoicesQuery);
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: changeProxyChoices,
    onSuccess: (changed) => queries.setQueryData(proxyChoicesQuery.queryKey, changed),
  });
  if (!choices) return error ? <Wrong error={error} /> : <Skeleton rows={3} />;
  const isFixed = !mayChange || change.isPending;
  return (
    <div className="form">
      {change.error && <Wrong error={change.error} />}
      <div className="field">
        <label htmlFor="default-upstream">Models that name no provider go to</label>
        <select
          id="default-upstream"
          value={choices.defaultUpstream ?? ""}
          disabled={isFixed}
          onChange={({ target }) => change.mutate({ defaultUpstream: target.value === "" ? null : target.value })}
        >
          <option value="">the provider they are known of</option>
          {upstreams.map(({ id }) => (
            <option key={id}>{id}</option>
          ))}
        </select>
      </div>
      <label className="line">
        <input
          type="checkbox"
          checked={choices.strict ?? false}
          disabled={isFixed}
          onChange={({ target }) => change.mutate({ strict: target.checked })}
        />
        Refuse a call that cannot be recorded, instead of counting the loss
      </label>
      <label className="line">
        <input
          type="checkbox"
          checked={choices.includeUsage ?? false}
          disabled={isFixed}
          onChange={({ target }) => change.mutate({ includeUsage: target.checked })}
        />
        Request the token counts of streams if the client did not
      </label>
    </div>
  );
}
