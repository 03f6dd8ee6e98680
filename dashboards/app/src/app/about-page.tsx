import { useQuery } from "@tanstack/react-query";
import { Snippet } from "../platform/ui/copy-button.tsx";
import { Awaited, FactList, Section } from "../platform/ui/page.tsx";
import { SettingsPage } from "../platform/ui/settings-page.tsx";
import { StoreRows, storesQuery } from "../platform/ui/store-rows.tsx";

export function AboutPage() {
  const mcp = `claude mcp add --transport http gaffe ${location.origin}/mcp --header "Authorization: Bearer $GAFFE_TOKEN"`;
  return (
    <SettingsPage title="About" about="The running service, and other ways to use it.">
      <Service />
      <Section title="For programs and agents">
        <FactList
          className="roomy"
          rows={[
            [
              "HTTP API",
              <>
                <a href="/docs/api">its pages</a>, <a href="/openapi.json">OpenAPI 3.1</a>
              </>,
            ],
            ["For language models", <a href="/llms.txt">llms.txt</a>],
            ["Metrics", <a href="/metrics">Prometheus</a>],
            [
              "MCP",
              <>
                <code>{location.origin}/mcp</code>, streamable HTTP, with an API token
              </>,
            ],
          ]}
        />
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
      <Awaited data={data} error={error} rows={3} />
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
