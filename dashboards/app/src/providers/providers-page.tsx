import { useQuery } from "@tanstack/react-query";
import { isAtLeast, useMe } from "../accounts/sign-in/me.ts";
import { RequireRole } from "../accounts/sign-in/require-role.tsx";
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
