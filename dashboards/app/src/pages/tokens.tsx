import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ask, enteredToken } from "../api/client.ts";
import { ApiProblem } from "../api/problem.ts";
import { tokensQuery } from "../api/queries.ts";
import type { MadeToken, Token } from "../api/types.ts";
import { SettingsPage } from "../settings/settings-page.tsx";
import { TokenForm } from "../shell/token-gate.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Blank, Skeleton, Wrong } from "../ui/states.tsx";
import { Time } from "../ui/time.tsx";

export function TokensPage() {
  const { data, error, refetch } = useQuery(tokensQuery);
  const lacksRight = error instanceof ApiProblem && (error.status === 403 || error.status === 401);
  return (
    <SettingsPage
      title="API Token"
      about="What applications and scripts identify themselves with."
      actions={enteredToken.get() !== undefined && <Leave />}
    >
      {error && !lacksRight && <Wrong error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton />}
      {lacksRight && (
        <section className="card stack" style={{ maxWidth: 560 }}>
          <h2>Managing tokens needs an admin token</h2>
          <p className="muted">
            Whoever sits at this machine may look and change things without a token, but not hand out access. Enter the
            token that was printed when the service first started, or any other with the scope <code>admin</code>.
          </p>
          <TokenForm />
        </section>
      )}
      {data && (
        <>
          <NewTokenForm />
          <List tokens={data.items} />
        </>
      )}
    </SettingsPage>
  );
}

function Leave() {
  const queries = useQueryClient();
  return (
    <button
      type="button"
      onClick={() => {
        enteredToken.forget();
        void queries.resetQueries();
      }}
    >
      Forget the entered token
    </button>
  );
}

const scopes = {
  ingest: "send data: proxy, OpenTelemetry, datapoints",
  read: "see everything of the project",
  write: "see and change monitors and issues",
  admin: "everything, tokens and projects too",
} as const;

function NewTokenForm() {
  const [name, setName] = useState("");
  const [scope, setScope] = useState<keyof typeof scopes>("ingest");
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: () => ask<MadeToken>("/tokens", { method: "POST", body: { name: name.trim(), scopes: [scope] } }),
    onSuccess: () => {
      setName("");
      void queries.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    make.mutate();
  }
  return (
    <section className="card">
      <header>
        <h2>New token</h2>
      </header>
      <form className="line" onSubmit={submit} style={{ alignItems: "end" }}>
        <div className="grow">
          <label htmlFor="token-name">Name</label>
          <input
            id="token-name"
            value={name}
            placeholder="support-bot, production"
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        <div>
          <label htmlFor="token-scope">May</label>
          <select
            id="token-scope"
            value={scope}
            onChange={({ target }) => setScope(target.value as keyof typeof scopes)}
          >
            {Object.entries(scopes).map(([each, means]) => (
              <option key={each} value={each}>
                {each}: {means}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" className="primary" disabled={name.trim() === "" || make.isPending}>
          Make token
        </button>
      </form>
      {make.error && <Wrong error={make.error} />}
      {make.data && (
        <div className="note ok" role="status" style={{ marginTop: 12 }}>
          <strong>Copy it now: it is shown this once.</strong>
          <code>{make.data.secret}</code>
          <div className="line">
            <CopyButton label="Copy token" text={make.data.secret} />
            <CopyButton label="Copy as .env" text={`GAFFE_TOKEN=${make.data.secret}\n`} />
          </div>
        </div>
      )}
    </section>
  );
}

function List({ tokens }: { tokens: readonly Token[] }) {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: (id: string) => ask<undefined>(`/tokens/${encodeURIComponent(id)}`, { method: "DELETE" }),
    onSuccess: () => queries.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
  if (tokens.length === 0) return <Blank title="No token" />;
  return (
    <section className="card flush scroll-x">
      {revoke.error && <Wrong error={revoke.error} />}
      <table className="table">
        <caption className="hidden">API tokens</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Begins with</th>
            <th scope="col">Scopes</th>
            <th scope="col">Made</th>
            <th scope="col">Last used</th>
            <th scope="col">
              <span className="hidden">Revoke</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map(({ id, name, hint, scopes: may, createdAt, lastUsedAt, revokedAt }) => (
            <tr key={id}>
              <td>
                <b>{name}</b> {revokedAt !== undefined && <span className="chip">revoked</span>}
              </td>
              <td>
                <code>{hint}…</code>
              </td>
              <td>{may.join(", ")}</td>
              <td className="muted">
                <Time at={createdAt} />
              </td>
              <td className="muted">{lastUsedAt === undefined ? "never" : <Time at={lastUsedAt} />}</td>
              <td className="right">
                {revokedAt === undefined && (
                  <button
                    type="button"
                    className="danger"
                    onClick={() =>
                      confirm(`Revoke ${name}? Whoever uses it is refused within 5 seconds.`) && revoke.mutate(id)
                    }
                  >
                    Revoke<span className="hidden"> {name}</span>
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
