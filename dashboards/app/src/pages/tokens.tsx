import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { isAtLeast, useMe } from "../account/me.ts";
import { NeedsRole } from "../account/needs-role.tsx";
import { ask } from "../api/client.ts";
import { projectsQuery, tokensQuery } from "../api/queries.ts";
import type { MadeToken, Token } from "../api/types.ts";
import { SettingsPage } from "../settings/settings-page.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { DangerButton } from "../ui/danger-button.tsx";
import { Blank, Skeleton, Wrong } from "../ui/states.tsx";
import { Day, Time } from "../ui/time.tsx";

export function TokensPage() {
  const who = useMe();
  return (
    <SettingsPage
      title="API Token"
      about="What applications and scripts identify themselves with. A token belongs to the project it was made in."
    >
      <NeedsRole least={who.kind === "user" ? "member" : "admin"}>
        <Tokens />
      </NeedsRole>
    </SettingsPage>
  );
}

function Tokens() {
  const { data, error } = useQuery(tokensQuery);
  if (!data) return error ? <Wrong error={error} /> : <Skeleton />;
  return (
    <>
      <NewTokenForm />
      <List tokens={data.items} />
    </>
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
  const [days, setDays] = useState("");
  const isAdmin = isAtLeast(useMe(), "admin");
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: () =>
      ask<MadeToken>("/tokens", { method: "POST", body: { name: name.trim(), scopes: [scope], ...expiry(days) } }),
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
        <div className="grow" style={{ minWidth: 220 }}>
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
            {Object.entries(scopes)
              .filter(([each]) => isAdmin || each !== "admin")
              .map(([each, means]) => (
                <option key={each} value={each}>
                  {each}: {means}
                </option>
              ))}
          </select>
        </div>
        <div>
          <label htmlFor="token-days">Valid for</label>
          <select id="token-days" value={days} onChange={({ target }) => setDays(target.value)}>
            <option value="">always, until revoked</option>
            <option value="7">7 days</option>
            <option value="30">30 days</option>
            <option value="90">90 days</option>
            <option value="365">a year</option>
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

function expiry(days: string): { expiresAt?: string } {
  return days === "" ? {} : { expiresAt: new Date(Date.now() + Number(days) * 86_400_000).toISOString() };
}

function List({ tokens }: { tokens: readonly Token[] }) {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: (id: string) => ask<undefined>(`/tokens/${encodeURIComponent(id)}`, { method: "DELETE" }),
    onSuccess: () => queries.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
  const { data: projects } = useQuery(projectsQuery);
  const names = new Map(projects?.items.map(({ id, name }) => [id, name]));
  if (tokens.length === 0) return <Blank title="No token" />;
  return (
    <section className="card flush scroll-x">
      {revoke.error && <Wrong error={revoke.error} />}
      <table className="table tokens">
        <caption className="hidden">API tokens</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Begins with</th>
            <th scope="col">Project</th>
            <th scope="col">Scopes</th>
            <th scope="col">Made</th>
            <th scope="col">Expires</th>
            <th scope="col">Last used</th>
            <th scope="col">
              <span className="hidden">Revoke</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map(({ id, projectId, name, hint, scopes: may, madeBy, revokedAt, archivedAt, ...times }) => (
            <tr key={id}>
              <td className="anywhere">
                <b>{name}</b> {revokedAt !== undefined && <span className="chip">revoked</span>}
                {archivedAt !== undefined && <span className="chip">project archived</span>}
              </td>
              <td>
                <code>{hint}…</code>
              </td>
              <td className="muted">{names.get(projectId) ?? projectId}</td>
              <td>{may.join(", ")}</td>
              <td className="muted anywhere">
                <Time at={times.createdAt} />
                {madeBy !== undefined && ` by ${madeBy.replace(/^user:/, "")}`}
              </td>
              <td className="muted">{times.expiresAt === undefined ? "never" : <Expiry at={times.expiresAt} />}</td>
              <td className="muted">{times.lastUsedAt === undefined ? "never" : <Time at={times.lastUsedAt} />}</td>
              <td className="right">
                {revokedAt === undefined && (
                  <DangerButton
                    verb="Revoke"
                    what={name}
                    isPending={revoke.isPending}
                    error={revoke.error}
                    onDo={() => revoke.mutate(id)}
                  >
                    Whoever uses it is refused within 5 seconds.
                  </DangerButton>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Expiry({ at }: { at: string }) {
  return Date.parse(at) <= Date.now() ? <span className="chip">expired</span> : <Day at={at} />;
}
