import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { isAtLeast, useMe } from "../account/me.ts";
import { NeedsRole } from "../account/needs-role.tsx";
import { ask } from "../api/client.ts";
import { proxyChoicesQuery, upstreamsQuery } from "../api/proxy.ts";
import type { ProxyChoices, ProxyChoicesChange, Upstream } from "../api/types.ts";
import { SettingsPage } from "../settings/settings-page.tsx";
import { UpstreamForm } from "../settings/upstream-form.tsx";
import { Section } from "../ui/page.tsx";
import { Skeleton, Wrong } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";

/** Where proxied calls go: the known providers, and addresses of the project's own. */
export function ProxyPage() {
  const mayChange = isAtLeast(useMe(), "admin");
  const upstreams = useQuery(upstreamsQuery);
  const choices = useQuery(proxyChoicesQuery);
  const error = upstreams.error ?? choices.error;
  const again = () => void Promise.all([upstreams.refetch(), choices.refetch()]);
  return (
    <SettingsPage
      title="Proxy"
      about="Calls go to the known providers by themselves. An upstream is an address of your own: a gateway, a resource of Azure, a model on your machines. It is called by the model id/… or the header x-gaffe-provider."
    >
      {error && <Wrong error={error} retry={again} />}
      {(!upstreams.data || !choices.data) && !error && <Skeleton rows={5} />}
      {upstreams.data && choices.data && (
        <>
          <List upstreams={upstreams.data.items} choices={choices.data} mayChange={mayChange} />
          <Choices upstreams={upstreams.data.items} choices={choices.data} mayChange={mayChange} />
        </>
      )}
      {mayChange ? (
        <Section title="New upstream">
          <UpstreamForm />
        </Section>
      ) : (
        <NeedsRole least="admin">{null}</NeedsRole>
      )}
    </SettingsPage>
  );
}

interface Shown {
  readonly upstreams: readonly Upstream[];
  readonly choices: ProxyChoices;
  readonly mayChange: boolean;
}

function List({ upstreams, choices, mayChange }: Shown) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => ask<undefined>(`/upstreams/${encodeURIComponent(id)}`, { method: "DELETE" }),
    onSettled: () => queries.invalidateQueries({ queryKey: upstreamsQuery.queryKey }),
  });
  return (
    <Section title="Upstreams">
      {remove.error && <Wrong error={remove.error} />}
      {upstreams.length === 0 ? (
        <p className="muted">None: the known providers are enough.</p>
      ) : (
        <Table label="Upstreams" head={["Id", "Address", "Key travels as", "Speaks", ""]}>
          {upstreams.map(({ id, baseUrl, auth, header, dialect }) => (
            <tr key={id}>
              <th scope="row" className="mono">
                {id} {choices.defaultUpstream === id && <span className="chip info">default</span>}
              </th>
              <td className="cell-text mono">{baseUrl}</td>
              <td>{auth === "header" ? `header ${header}` : auth === "none" ? "no key" : "bearer token"}</td>
              <td>{dialect ?? "OpenAI"}</td>
              <td className="right">
                {mayChange && (
                  <button
                    type="button"
                    className="danger"
                    disabled={remove.isPending}
                    onClick={() => confirm(`Delete ${id}? Calls to it are refused from then on.`) && remove.mutate(id)}
                  >
                    Delete<span className="hidden"> {id}</span>
                  </button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}

function Choices({ upstreams, choices, mayChange }: Shown) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (body: ProxyChoicesChange) => ask<ProxyChoices>("/proxy-settings", { method: "PATCH", body }),
    onSuccess: (changed) => queries.setQueryData(proxyChoicesQuery.queryKey, changed),
  });
  const isFixed = !mayChange || change.isPending;
  return (
    <Section title="How calls are treated">
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
          Ask for the token counts of streams where the client did not
        </label>
      </div>
    </Section>
  );
}
