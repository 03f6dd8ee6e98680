import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { callApi } from "../platform/api/client.ts";
import { projectsQuery, tokensQuery } from "../platform/api/queries.ts";
import type { Token } from "../platform/api/types.ts";
import { is, type RowKind } from "../platform/list/column.ts";
import { type TableColumn, TableList } from "../platform/list/list-table.tsx";
import { useList } from "../platform/list/use-list.ts";
import { Button } from "../platform/ui/button.tsx";
import { CopyButton } from "../platform/ui/copy-button.tsx";
import { Day, Time } from "../platform/ui/format.tsx";
import { DangerButton } from "../platform/ui/forms/danger-button.tsx";
import { handleSubmit } from "../platform/ui/forms/field.tsx";
import { Blank, Wrong } from "../platform/ui/page.tsx";
import { SettingsPage } from "../platform/ui/settings-page.tsx";
import { isAtLeast, RequireRole, useMe } from "./sign-in/roles.tsx";

export function TokensPage() {
  const who = useMe();
  return (
    <SettingsPage
      title="API Token"
      about="Tokens authenticate applications and scripts. A token belongs to the project in which it was created."
    >
      <RequireRole least={who.kind === "user" ? "member" : "admin"}>
        <NewTokenForm />
        <List />
      </RequireRole>
    </SettingsPage>
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
    mutationFn: () => callApi("POST /tokens", { body: { name: name.trim(), scopes: [scope], ...expiry(days) } }),
    onSuccess: () => {
      setName("");
      void queries.invalidateQueries({ queryKey: tokensQuery.queryKey });
    },
  });
  return (
    <section className="card">
      <header>
        <h2>New token</h2>
      </header>
      <form className="line" onSubmit={handleSubmit(() => make.mutate())} style={{ alignItems: "end" }}>
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
        <Button submits text="Create token" className="primary" disabled={name.trim() === "" || make.isPending} />
      </form>
      {make.error && <Wrong error={make.error} />}
      {make.data && (
        <div className="note ok" role="status" style={{ marginTop: 12 }}>
          <strong>Copy it now. It is shown only once.</strong>
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

function List() {
  const { data, error } = useQuery(tokensQuery);
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: (id: string) => callApi("DELETE /tokens/{id}", { path: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
  const { data: projects } = useQuery(projectsQuery);
  const names = useMemo(() => new Map(projects?.items.map(({ id, name }) => [id, name])), [projects]);
  const { mutate, isPending, error: refusal } = revoke;
  const columns = useMemo(
    () =>
      columnsOf(names, ({ id, name }) => (
        <DangerButton verb="Revoke" what={name} isPending={isPending} error={refusal} onDo={() => mutate(id)}>
          Requests with this token are refused within 5 seconds.
        </DangerButton>
      )),
    [names, mutate, isPending, refusal],
  );
  const list = useList({ kind, rows: data?.items, columns, unfolds: false });
  return (
    <section className="card flush">
      {refusal && <Wrong error={refusal} />}
      <TableList list={list} label="API tokens" error={error} none={<Blank title="No token" />} toCome={3} rowPx={47} />
    </section>
  );
}

const kind: RowKind<Token> = { idOf: ({ id }) => id, pageOf: () => undefined };

const makerOf = ({ madeBy }: Token) => madeBy?.replace(/^user:/, "");

function columnsOf(
  projects: ReadonlyMap<string, string>,
  revoke: (token: Token) => ReactNode,
): readonly TableColumn<Token>[] {
  return [
    {
      name: "name",
      title: "Name",
      className: "anywhere",
      text: ({ name }) => name,
      clauses: ({ revokedAt }) => is("state", revokedAt === undefined ? "valid" : "revoked"),
      cell: ({ name, revokedAt, archivedAt }) => (
        <>
          <b>{name}</b> {revokedAt !== undefined && <span className="chip">revoked</span>}
          {archivedAt !== undefined && <span className="chip">project archived</span>}
        </>
      ),
    },
    {
      name: "begins",
      title: "Prefix",
      width: 122,
      text: ({ hint }) => hint,
      cell: ({ hint }) => <code>{hint}…</code>,
    },
    {
      name: "project",
      title: "Project",
      width: "12%",
      from: 1440,
      className: "muted",
      clauses: ({ projectId }) => [{ field: "project", value: projectId, label: projects.get(projectId) ?? projectId }],
      cell: ({ projectId }) => projects.get(projectId) ?? projectId,
    },
    {
      name: "scopes",
      title: "Scopes",
      width: 78,
      clauses: ({ scopes: may }) => is("scope", ...may),
      cell: ({ scopes: may }) => may.join(", "),
    },
    {
      name: "made",
      title: "Created",
      width: "18%",
      from: 1280,
      className: "muted anywhere",
      text: (token) => makerOf(token),
      clauses: (token) => is("created_by", makerOf(token)),
      cell: (token) => (
        <>
          <Time at={token.createdAt} />
          {makerOf(token) !== undefined && ` by ${makerOf(token)}`}
        </>
      ),
    },
    {
      name: "expires",
      title: "Expires",
      width: 88,
      from: 1100,
      className: "muted",
      cell: ({ expiresAt }) => (expiresAt === undefined ? "never" : <Expiry at={expiresAt} />),
    },
    {
      name: "used",
      title: "Last used",
      width: 92,
      className: "muted",
      cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? "never" : <Time at={lastUsedAt} />),
    },
    {
      name: "revoke",
      title: "Revoke",
      width: 92,
      isUntitled: true,
      isControl: true,
      className: "right",
      cell: (token) => token.revokedAt === undefined && revoke(token),
    },
  ];
}

function Expiry({ at }: { at: string }) {
  return Date.parse(at) <= Date.now() ? <span className="chip">expired</span> : <Day at={at} />;
}
