import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { changeProxyChoices, proxyChoicesQuery, type Upstream } from "../platform/api/models.ts";
import { Checkbox } from "../platform/ui/forms/field.tsx";
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
      <Checkbox
        checked={choices.strict ?? false}
        disabled={isFixed}
        onChange={(checked) => change.mutate({ strict: checked })}
      >
        Refuse a call that cannot be recorded, instead of counting the loss
      </Checkbox>
      <Checkbox
        checked={choices.includeUsage ?? false}
        disabled={isFixed}
        onChange={(checked) => change.mutate({ includeUsage: checked })}
      >
        Request the token counts of streams if the client did not
      </Checkbox>
    </div>
  );
}
