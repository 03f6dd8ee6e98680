import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { freshToken } from "../../accounts/sign-in/fresh-token.ts";
import { type Search, useAddress } from "../../platform/address/search.ts";
import { CopyButton } from "../../platform/ui/copy-button.tsx";
import { Snippet } from "../../platform/ui/snippet.tsx";
import { Tabs } from "../../platform/ui/tabs.tsx";
import { OwnToken } from "./own-token.tsx";
import { SampleProject } from "./sample-project.tsx";
import { snippets } from "./snippets.ts";
import { TestDatapoint } from "./test-datapoint.tsx";

/** Connection instructions with every address filled in; collapsed to one line after the first datapoint. */
export function QuickStart({ isFolded }: { isFolded: boolean }) {
  const { tab = "python" } = useAddress();
  const navigate = useNavigate({ from: "/" });
  // Read once: the token is not available again after this render.
  const [hasFreshToken] = useState(() => freshToken.get() !== undefined);
  const endpoint = location.origin;
  const chosen = snippets.find(({ id }) => id === tab) ?? snippets[0];
  const content = (
    <div className="stack">
      <dl className="facts">
        <dt>Endpoint</dt>
        <dd className="line">
          <code>{endpoint}</code>
          <CopyButton compact label="Copy endpoint" text={endpoint} />
        </dd>
        <dt>Token</dt>
        <dd>
          <OwnToken />
        </dd>
      </dl>
      <Tabs
        label="Source"
        tabs={snippets.map(({ id, name }) => [id, name] as const)}
        chosen={chosen?.id ?? ""}
        onChoose={(id) => void navigate({ search: (before: Search) => ({ ...before, tab: id }), replace: true })}
      />
      {chosen && (
        <>
          <p className="muted">{chosen.about}</p>
          <Snippet name={`Snippet: ${chosen.name}`} text={chosen.text(endpoint)} />
        </>
      )}
      <TestDatapoint />
      <div className="line">
        <SampleProject />
        <span className="muted small">48 calls of a shop's assistant, in a separate project</span>
      </div>
    </div>
  );
  return (
    <section className="card">
      {isFolded ? (
        <details open={hasFreshToken}>
          <summary>
            <b>Connect another application</b>
          </summary>
          <div style={{ marginTop: 12 }}>{content}</div>
        </details>
      ) : (
        <>
          <header>
            <h2>Quick start</h2>
          </header>
          {content}
        </>
      )}
    </section>
  );
}
