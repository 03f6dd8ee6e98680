import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useAddress, useSetAddress } from "../platform/address/search.ts";
import { callApi } from "../platform/api/client.ts";
import { auditQuery } from "../platform/api/queries.ts";
import type { AuditEntry } from "../platform/api/types.ts";
import { is, type RowKind } from "../platform/list/column.ts";
import { column, type TableColumn, TableList, timeColumn } from "../platform/list/list-table.tsx";
import { useList } from "../platform/list/use-list.ts";
import { Badge } from "../platform/ui/badges.tsx";
import { Button } from "../platform/ui/button.tsx";
import { Blank, errorOf, More, Section, useItems, Wrong } from "../platform/ui/page.tsx";
import { SettingsPage } from "../platform/ui/settings-page.tsx";
import { RequireRole } from "./sign-in/roles.tsx";

export const AuditPage = () => (
  <SettingsPage
    title="Audit log"
    about="Changes by people and tokens, and sign-ins. Each entry is written before the change and never modified."
  >
    <RequireRole least="admin" ofAccount>
      <Check />
      <List />
    </RequireRole>
  </SettingsPage>
);

function Check() {
  const check = useMutation({ mutationFn: () => callApi("GET /audit-log/check") });
  const { data } = check;
  return (
    <Section title="Integrity" actions={<Button text="Check the log" by={check} />}>
      <p className="muted" style={{ marginBottom: 8 }}>
        Every entry contains a hash of the previous one. Store the latest hash elsewhere to prove later that nothing was
        changed or removed.
      </p>
      {check.error && <Wrong error={check.error} />}
      {data && (
        <div className={data.brokenAt === undefined ? "note ok" : "note fail"} role="status">
          <strong>
            {data.brokenAt === undefined
              ? `${data.entries} entries, all unchanged.`
              : `Entry ${data.brokenAt} was changed after it was written.`}
          </strong>
          {data.head !== undefined && <code>{data.head}</code>}
        </div>
      )}
    </Section>
  );
}

function List() {
  const { q: actor = "" } = useAddress();
  const setAddress = useSetAddress();
  const paged = useInfiniteQuery(auditQuery(actor));
  const only = useCallback((q: string) => setAddress({ q }), [setAddress]);
  const columns = useMemo(() => columnsOf(only), [only]);
  const list = useList({ kind, rows: useItems(paged.data), columns, unfolds: true });
  return (
    <Section
      title={actor === "" ? "Entries" : `Entries of ${nameOf(actor)}`}
      actions={actor !== "" && <Button text="Show all" onClick={() => only("")} />}
    >
      <TableList
        list={list}
        label="Audit log"
        whole={whole}
        error={errorOf(paged)}
        none={<Blank title="No changes yet" />}
        toCome={20}
      />
      <More of={paged}>Older entries</More>
    </Section>
  );
}

const kind: RowKind<AuditEntry> = { idOf: ({ number }) => `${number}`, pageOf: () => undefined };

const whole = (entry: AuditEntry) => (
  <pre className="wrapped">{JSON.stringify({ ...entry.fields, ...entry.target }, null, 2)}</pre>
);

const nameOf = (actor: string) => actor.replace(/^user:/, "");

const whatOf = ({ what }: AuditEntry) => what.split(/[;:]/)[0] ?? what;

const columnsOf = (only: (actor: string) => void): readonly TableColumn<AuditEntry>[] => [
  timeColumn("when", "When", ({ at }) => at, { width: 104 }),
  column(
    "who",
    "Who",
    ({ actor }) => <Button text={nameOf(actor)} className="link start" onClick={() => only(actor)} />,
    {
      width: "20%",
      className: "anywhere",
      clauses: ({ actor }) => [{ field: "who", value: actor, label: nameOf(actor) }],
    },
  ),
  column(
    "what",
    "What",
    (entry) => (
      <>
        {whatOf(entry)}{" "}
        {entry.outcome !== "done" && (
          <Badge tone={entry.outcome === "failed" ? "fail" : "warn"} sign="!" text={entry.outcome} />
        )}
      </>
    ),
    { width: "20%", clauses: (entry) => [...is("what", whatOf(entry)), ...is("outcome", entry.outcome)] },
  ),
  column("details", "Details", (entry) => <Details entry={entry} />, {
    className: "anywhere",
    text: ({ fields, target }) => JSON.stringify({ ...fields, ...target }),
  }),
  column("from", "From", ({ from }) => from, {
    width: 120,
    from: 1100,
    className: "muted anywhere",
    clauses: ({ from }) => is("from", from),
  }),
];

function Details({ entry: { fields = {}, target = {} } }: { entry: AuditEntry }) {
  const details = [...Object.entries(fields), ...Object.entries(target)];
  return (
    <span className="facts-line">
      {details.map(([name, value]) => (
        <span key={name}>
          <span className="muted">{name}</span> {typeof value === "string" ? value : JSON.stringify(value)}
        </span>
      ))}
    </span>
  );
}
