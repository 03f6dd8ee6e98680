import { useQuery } from "@tanstack/react-query";
import { Snippet } from "../platform/ui/copy-button.tsx";
import { Section, Skeleton, Wrong } from "../platform/ui/page.tsx";
import { SettingsPage } from "../platform/ui/settings-page.tsx";
import { StoreRows, storesQuery } from "../platform/ui/store-rows.tsx";

/** Facts about the running service, and the other ways to use it. */
export function AboutPage() {
  const mcp = `claude mcp add --transport http gaffe ${location.origin}/mcp --header "Authorization: Bearer $GAFFE_TOKEN"`;
  return (
    <SettingsPage title="About" about="The running service, and other ways to use it.">
      <Service />
      <Section title="For programs and agents">
        <dl className="facts roomy">
          <dt>HTTP API</dt>
          <dd>
            <a href="/docs/api">its pages</a>, <a href="/openapi.json">OpenAPI 3.1</a>
          </dd>
          <dt>For language models</dt>
          <dd>
            <a href="/llms.txt">llms.txt</a>
          </dd>
          <dt>Metrics</dt>
          <dd>
            <a href="/metrics">Prometheus</a>
          </dd>
          <dt>MCP</dt>
          <dd>
            <code>{location.origin}/mcp</code>, streamable HTTP, with an API token
          </dd>
        </dl>
        <Snippet name="Snippet: add the MCP server" text={mcp} />
      </Section>
    </SettingsPage>
  );
}

/** The version from package.json, inserted at build time. */
declare const gaffeVersion: string;

function Service() {
  const { data, error } = useQuery(storesQuery);
  return (
    <Section title="Service">
      {error && <Wrong error={error} />}
      {!data && !error && <Skeleton rows={3} />}
      {data && (
        <dl className="facts">
          <dt>Address</dt>
          <dd>
            <code>{location.origin}</code>
          </dd>
          <dt>Version</dt>
          <dd>{gaffeVersion}</dd>
          <StoreRows stores={data} />
          <dt>License</dt>
          <dd>Apache-2.0</dd>
        </dl>
      )}
    </Section>
  );
}
