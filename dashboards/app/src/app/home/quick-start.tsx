import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { freshToken } from "../../accounts/sign-in/fresh-token.ts";
import { ForMembers, isAtLeast, useIsMember, useMe } from "../../accounts/sign-in/roles.tsx";
import { NewToken } from "../../accounts/tokens-page.tsx";
import { useAddress, useSetAddress } from "../../platform/address/search.ts";
import { callApi } from "../../platform/api/client.ts";
import { ApiProblem } from "../../platform/api/problem.ts";
import type { NewDatapoint } from "../../platform/api/types.ts";
import { Button, TextLink } from "../../platform/ui/button.tsx";
import { CopyButton, Snippet } from "../../platform/ui/copy-button.tsx";
import { FactList, Wrong } from "../../platform/ui/page.tsx";
import { Tabs } from "../../platform/ui/tabs.tsx";
import { useCommands } from "../commands/commands.tsx";
import { snippets } from "./snippets.ts";

/** Connection instructions with every address filled in; collapsed to one line after the first datapoint. */
export function QuickStart({ isFolded }: { isFolded: boolean }) {
  const { tab = "python" } = useAddress();
  const setAddress = useSetAddress();
  // Read once: the token is not available again after this render.
  const [hasFreshToken] = useState(() => freshToken.get() !== undefined);
  const endpoint = location.origin;
  const chosen = snippets.find(({ id }) => id === tab) ?? snippets[0];
  const content = (
    <div className="stack">
      <FactList
        rows={[
          [
            "Endpoint",
            <span className="line">
              <code>{endpoint}</code>
              <CopyButton compact label="Copy endpoint" text={endpoint} />
            </span>,
          ],
          ["Token", <OwnToken />],
        ]}
      />
      <Tabs
        label="Source"
        tabs={snippets.map(({ id, name }) => [id, name] as const)}
        chosen={chosen?.id ?? ""}
        onChoose={(id) => setAddress({ tab: id }, true)}
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

/** The API token for sending data: the one from sign-up, or one created here. */
function OwnToken() {
  const who = useMe();
  const make = useMutation({
    mutationFn: () => callApi("POST /tokens", { body: { name: "made on the home page", scopes: ["ingest", "write"] } }),
    onSuccess: ({ secret }) => freshToken.set(secret),
  });
  const secret = make.data?.secret ?? freshToken.get();
  if (secret !== undefined) return <NewToken secret={secret} />;
  return (
    <div className="stack">
      <span>
        Every snippet reads it from <code>GAFFE_TOKEN</code>.{" "}
        {who.kind === "local" && (
          <>
            On this computer it is optional. <a href="/sign-up">Sign up</a> to have one, and to be mailed what goes
            wrong.
          </>
        )}
        {who.kind === "user" && isAtLeast(who, "member") && (
          <>
            <Button text="Create a token" by={make} /> or see all under{" "}
            <Link to="/settings/tokens">Settings ▸ API Token</Link>.
          </>
        )}
      </span>
      {make.error && <Wrong error={make.error} />}
    </div>
  );
}

/** Sample data to explore before an application is connected, in a separate project. */
function SampleProject() {
  const load = useMutation({
    mutationFn: () => callApi("POST /projects/sample"),
    onSuccess: ({ id }) => location.assign(`/p/${id}`),
  });
  const command = { title: "Load the sample project", words: "demo example", run: () => load.mutate() };
  useCommands("Do", useIsMember() ? [command] : []);
  return (
    <ForMembers>
      <Button text={load.isPending ? "Loading …" : "Load the sample project"} by={load} />
      {load.error && <Wrong error={load.error} />}
    </ForMembers>
  );
}

/** A call that the default monitors flag, to show the whole path to an issue. */
const refused: NewDatapoint = {
  provider: "example",
  requestModel: "test-model",
  input: "This is a test call from the Home page. Where is my refund for order 8812?",
  output: "I'm sorry, but I can't help with that request.",
  finishReasons: ["stop"],
  durationMs: 840,
  usage: { inputTokens: 21, outputTokens: 11 },
  tags: ["gaffe-test"],
};

const pollMs = 500;

function TestDatapoint() {
  const send = useMutation({
    mutationFn: () => callApi("POST /datapoints", { body: refused }),
  });
  const id = send.data?.items[0]?.id;
  const seen = useQuery({
    queryKey: ["test-datapoint", id],
    queryFn: async ({ signal }) => {
      try {
        return await callApi("GET /datapoints/{id}", { path: { id: id ?? "" }, signal });
      } catch (thrown) {
        if (thrown instanceof ApiProblem && thrown.status === 404) return null;
        throw thrown;
      }
    },
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data ? false : pollMs),
  });
  const failed = seen.data?.verdicts.filter(({ state }) => state === "failed") ?? [];
  const check = failed[0]?.check;
  const raised = useQuery({
    queryKey: ["test-datapoint", id, "issue"],
    queryFn: ({ signal }) => callApi("GET /issues", { query: { q: `check:${check}`, limit: 1 }, signal }),
    enabled: check !== undefined,
    refetchInterval: ({ state }) => (state.data?.items.length ? false : pollMs),
  });
  const issue = raised.data?.items[0];
  return (
    <div className="stack">
      <div className="line" role="status">
        <ForMembers>
          <Button text="Send test datapoint" className="primary" by={send} />
        </ForMembers>
        {id !== undefined && !seen.data && <span className="pulse">accepted, waiting to see it …</span>}
        {seen.data && id !== undefined && (
          <span>
            <span className="st ok">✓ stored and checked</span>:{" "}
            <TextLink
              text={
                failed.length === 0 ? "open the datapoint" : `${failed.map((each) => each.check).join(", ")} failed`
              }
              to="/datapoints/$id"
              params={{ id }}
            />
            {issue && (
              <>
                {" "}
                and it is in{" "}
                <TextLink text={`issue #${issue.number}`} to="/issues/$id" params={{ id: `${issue.number}` }} />
              </>
            )}
          </span>
        )}
      </div>
      {send.error && <Wrong error={send.error} />}
      {seen.error && <Wrong error={seen.error} />}
    </div>
  );
}
