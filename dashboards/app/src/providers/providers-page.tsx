import { useQuery } from "@tanstack/react-query";
import { isAtLeast, useMe } from "../accounts/sign-in/me.ts";
import { NeedsRole } from "../accounts/sign-in/needs-role.tsx";
import { providerKeysQuery, upstreamsQuery } from "../platform/api/models.ts";
import { Section } from "../platform/ui/page.tsx";
import { SettingsPage } from "../platform/ui/settings-page.tsx";
import { Skeleton, Wrong } from "../platform/ui/states.tsx";
import { KeyForm, KeyTable } from "./keys.tsx";
import { ProxyTreatment } from "./proxy-treatment.tsx";
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
