import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { callApi } from "../platform/api/client.ts";
import { projectsQuery, tokensQuery } from "../platform/api/queries.ts";
import type { Token } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { is, type RowKind } from "../platform/list/column.ts";
import { actionsColumn, column, type TableColumn, TableList, timeColumn } from "../platform/list/list-table.tsx";
import { useList } from "../platform/list/use-list.ts";
import { Button } from "../platform/ui/button.tsx";
import { CopyButton, ShownOnce } from "../platform/ui/copy-button.tsx";
import { Day, Time } from "../platform/ui/format.tsx";
import { DangerButton } from "../platform/ui/forms/danger-button.tsx";
import { Field, handleSubmit, SelectField, useDraft } from "../platform/ui/forms/field.tsx";
import { Blank, Section, Wrong } from "../platform/ui/page.tsx";
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
  ingest: "ingest: send data: proxy, OpenTelemetry, datapoints",
  read: "read: see everything of the project",
  write: "write: see and change monitors and issues",
  admin: "admin: everything, tokens and projects too",
} as const;
type Scope = keyof typeof scopes;

const validities = [
  ["", "always, until revoked"],
  ["7", "7 days"],
  ["30", "30 days"],
  ["90", "90 days"],
  ["365", "a year"],
] as const;

function NewTokenForm() {
  const { draft, change, field } = useDraft({ name: "", scope: "ingest" as Scope, days: "" });
  const isAdmin = isAtLeast(useMe(), "admin", true);
  const name = draft.name.trim();
  const make = useChange(
    () => callApi("POST /tokens", { body: { name, scopes: [draft.scope], ...expiry(draft.days) } }),
    { reloads: [tokensQuery], onSuccess: () => change({ name: "" }) },
  );
  const { data: made } = make;
  const offered = (Object.keys(scopes) as Scope[]).filter((each) => isAdmin || each !== "admin");
  return (
    <Section title="New token">
      <form className="line bottom" onSubmit={handleSubmit(() => make.mutate())}>
        <Field {...field("name")} label="Name" placeholder="support-bot, production" style={{ minWidth: 220 }} />
        <SelectField {...field("scope")} label="May" options={offered.map((each) => [each, scopes[each]])} />
        <SelectField {...field("days")} label="Valid for" options={validities} />
        <Button submits text="Create token" className="primary" by={make} disabled={name === ""} />
      </form>
      {make.error && <Wrong error={make.error} />}
      {made && <NewToken secret={made.secret} />}
    </Section>
  );
}

export const NewToken = ({ secret }: { secret: string }) => (
  <ShownOnce title="Copy it now. It is shown only once." text={secret} copy="Copy token">
    <CopyButton label="Copy as .env" text={`GAFFE_TOKEN=${secret}\n`} />
  </ShownOnce>
);

function expiry(days: string): { expiresAt?: string } {
  return days === "" ? {} : { expiresAt: new Date(Date.now() + Number(days) * 86_400_000).toISOString() };
}

function List() {
  const { data, error } = useQuery(tokensQuery);
  const {
    mutate,
    isPending,
    error: refusal,
  } = useChange((id: string) => callApi("DELETE /tokens/{id}", { path: { id } }), { reloads: [tokensQuery] });
  const { data: projects } = useQuery(projectsQuery);
  const columns = useMemo(() => {
    const names = new Map(projects?.items.map(({ id, name }) => [id, name]));
    const revoke = ({ id, name, revokedAt }: Token) =>
      revokedAt === undefined && (
        <DangerButton verb="Revoke" what={name} by={{ mutate, isPending, error: refusal }} given={id}>
          Requests with this token are refused within 5 seconds.
        </DangerButton>
      );
    return [...columnsOf((id) => names.get(id) ?? id), actionsColumn("Revoke", 92, revoke)];
  }, [projects, mutate, isPending, refusal]);
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

const columnsOf = (projectOf: (id: string) => string): readonly TableColumn<Token>[] => [
  column(
    "name",
    "Name",
    ({ name, revokedAt, archivedAt }) => (
      <>
        <b>{name}</b> {revokedAt !== undefined && <span className="chip">revoked</span>}
        {archivedAt !== undefined && <span className="chip">project archived</span>}
      </>
    ),
    {
      className: "anywhere",
      text: ({ name }) => name,
      clauses: ({ revokedAt }) => is("state", revokedAt === undefined ? "valid" : "revoked"),
    },
  ),
  column("begins", "Prefix", ({ hint }) => <code>{hint}…</code>, { width: 122, text: ({ hint }) => hint }),
  column("project", "Project", ({ projectId }) => projectOf(projectId), {
    width: "12%",
    from: 1440,
    className: "muted",
    clauses: ({ projectId }) => [{ field: "project", value: projectId, label: projectOf(projectId) }],
  }),
  column("scopes", "Scopes", ({ scopes: may }) => may.join(", "), {
    width: 78,
    clauses: ({ scopes: may }) => is("scope", ...may),
  }),
  column(
    "made",
    "Created",
    (token) => (
      <>
        <Time at={token.createdAt} />
        {makerOf(token) !== undefined && ` by ${makerOf(token)}`}
      </>
    ),
    {
      width: "18%",
      from: 1280,
      className: "muted anywhere",
      text: makerOf,
      clauses: (one) => is("created_by", makerOf(one)),
    },
  ),
  column("expires", "Expires", ({ expiresAt }) => (expiresAt === undefined ? "never" : <Expiry at={expiresAt} />), {
    width: 88,
    from: 1100,
    className: "muted",
  }),
  timeColumn("used", "Last used", ({ lastUsedAt }) => lastUsedAt, { width: 92, className: "muted" }),
];

const Expiry = ({ at }: { at: string }) =>
  Date.parse(at) <= Date.now() ? <span className="chip">expired</span> : <Day at={at} />;
