import { useQuery } from "@tanstack/react-query";
import { isAtLeast, RequireRole, useMe } from "../accounts/sign-in/roles.tsx";
import { callApi } from "../platform/api/client.ts";
import { providerKeysQuery, proxyChoicesQuery, upstreamsQuery } from "../platform/api/queries.ts";
import type { ProxyChoicesChange, Upstream } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { Checkbox, SelectField } from "../platform/ui/forms/field.tsx";
import { Section, Skeleton, Wrong } from "../platform/ui/page.tsx";
import { SettingsPage } from "../platform/ui/settings-page.tsx";
import { KeyForm, KeyTable } from "./keys.tsx";
import { UpstreamForm, UpstreamTable } from "./upstreams.tsx";

export function ProvidersPage() {
  const upstreams = useQuery(upstreamsQuery);
  const keys = useQuery(providerKeysQuery);
  const isAdmin = isAtLeast(useMe(), "admin");
  const error = upstreams.error ?? keys.error;
  const known = upstreams.data?.items ?? [];
  return (
    <SettingsPage
      title="Providers"
      about="Providers, and the keys that the service uses for test runs. The proxy forwards your application's own keys and does not store them."
    >
      {error && <Wrong error={error} />}
      {!(error && !(upstreams.data && keys.data)) && (
        <>
          <Section title="Keys of providers">
            {keys.data ? <KeyTable keys={keys.data.items} mayChange={isAdmin} /> : <Skeleton rows={1} />}
            {isAdmin && <KeyForm upstreams={known} />}
          </Section>
          <Section title="Custom upstreams">
            {upstreams.data ? <UpstreamTable upstreams={known} mayChange={isAdmin} /> : <Skeleton rows={1} />}
            {isAdmin && <UpstreamForm />}
          </Section>
          <Section title="Calls through the proxy">
            {upstreams.data ? <ProxyTreatment upstreams={known} mayChange={isAdmin} /> : <Skeleton rows={3} />}
          </Section>
          {!isAdmin && <RequireRole least="admin">{null}</RequireRole>}
        </>
      )}
    </SettingsPage>
  );
}

function ProxyTreatment({ upstreams, mayChange }: { upstreams: readonly Upstream[]; mayChange: boolean }) {
  const { data: choices, error } = useQuery(proxyChoicesQuery);
  const change = useChange((body: ProxyChoicesChange) => callApi("PATCH /proxy-settings", { body }), {
    stores: () => [proxyChoicesQuery],
  });
  if (!choices) return error ? <Wrong error={error} /> : <Skeleton rows={3} />;
  const isFixed = !mayChange || change.isPending;
  return (
    <div className="form">
      {change.error && <Wrong error={change.error} />}
      <SelectField
        label="Models that name no provider go to"
        value={choices.defaultUpstream ?? ""}
        onChange={(value) => change.mutate({ defaultUpstream: value === "" ? null : value })}
        disabled={isFixed}
        options={[["", "the provider they are known of"], ...upstreams.map(({ id }) => id)]}
      />
      <Checkbox
        value={choices.strict ?? false}
        disabled={isFixed}
        onChange={(checked) => change.mutate({ strict: checked })}
      >
        Refuse a call that cannot be recorded, instead of counting the loss
      </Checkbox>
      <Checkbox
        value={choices.includeUsage ?? false}
        disabled={isFixed}
        onChange={(checked) => change.mutate({ includeUsage: checked })}
      >
        Request the token counts of streams if the client did not
      </Checkbox>
    </div>
  );
}
