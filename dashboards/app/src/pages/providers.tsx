import { useQuery } from "@tanstack/react-query";
import { isAtLeast, useMe } from "../account/me.ts";
import { NeedsRole } from "../account/needs-role.tsx";
import { providerKeysQuery, upstreamsQuery } from "../api/models.ts";
import { KeyForm, KeyTable } from "../providers/keys.tsx";
import { ProxyTreatment } from "../providers/proxy-treatment.tsx";
import { UpstreamForm, UpstreamTable } from "../providers/upstreams.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { Section } from "../ui/page.tsx";
import { Skeleton, Wrong } from "../ui/states.tsx";

export function ProvidersPage() {
  const upstreams = useQuery(upstreamsQuery);
  const keys = useQuery(providerKeysQuery);
  const isAdmin = isAtLeast(useMe(), "admin");
  const error = upstreams.error ?? keys.error;
  const known = upstreams.data?.items ?? [];
  return (
    <SettingsPage
      title="Providers"
      about="Where models are, and the keys that the service calls them with in test runs. The proxy forwards your application's own keys and keeps none."
    >
      {error && <Wrong error={error} />}
      {!(error && !(upstreams.data && keys.data)) && (
        <>
          <Section title="Keys of providers">
            {keys.data ? <KeyTable keys={keys.data.items} mayChange={isAdmin} /> : <Skeleton rows={1} />}
            {isAdmin && <KeyForm upstreams={known} />}
          </Section>
          <Section title="Upstreams of your own">
            {upstreams.data ? <UpstreamTable upstreams={known} mayChange={isAdmin} /> : <Skeleton rows={1} />}
            {isAdmin && <UpstreamForm />}
          </Section>
          <Section title="Calls through the proxy">
            {upstreams.data ? <ProxyTreatment upstreams={known} mayChange={isAdmin} /> : <Skeleton rows={3} />}
          </Section>
          {!isAdmin && <NeedsRole least="admin">{null}</NeedsRole>}
        </>
      )}
    </SettingsPage>
  );
}
