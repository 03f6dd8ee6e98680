import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { NeedsRole } from "../account/needs-role.tsx";
import { type Search, useAddress } from "../address/search.ts";
import { ask } from "../api/client.ts";
import { auditQuery } from "../api/queries.ts";
import type { AuditCheck, AuditEntry } from "../api/types.ts";
import { SettingsPage } from "../settings/settings-page.tsx";
import { Mark } from "../ui/marks.tsx";
import { errorOf, More } from "../ui/more.tsx";
import { Section } from "../ui/page.tsx";
import { Blank, Skeleton, Wrong } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";

export function AuditPage() {
  return (
    <SettingsPage
      title="Audit log"
      about="What people and tokens changed, and who signed in: written before it is done, never changed after."
    >
      <NeedsRole least="admin">
        <Check />
        <List />
      </NeedsRole>
    </SettingsPage>
  );
}

function Check() {
  const check = useMutation({ mutationFn: () => ask<AuditCheck>("/audit-log/check") });
  const { data } = check;
  return (
    <Section
      title="Integrity"
      actions={
        <button type="button" disabled={check.isPending} onClick={() => check.mutate()}>
          Check the log
        </button>
      }
    >
      <p className="muted" style={{ marginBottom: 8 }}>
        Every entry holds a hash of the one before. Keep the hash of the last one elsewhere, and it proves later that
        nothing was changed or taken out.
      </p>
      {check.error && <Wrong error={check.error} />}
      {data && (
        <div className={data.brokenAt === undefined ? "note ok" : "note fail"} role="status">
          <strong>
            {data.brokenAt === undefined
              ? `${data.entries} entries, each as it was written.`
              : `Entry ${data.brokenAt} is not what was written.`}
          </strong>
          {data.head !== undefined && <code>{data.head}</code>}
        </div>
      )}
    </Section>
  );
}

function List() {
  const { q: actor = "" } = useAddress();
  const navigate = useNavigate();
  const paged = useInfiniteQuery(auditQuery(actor));
  const { data } = paged;
  const error = errorOf(paged);
  const only = (q: string) => void navigate({ to: ".", search: (before: Search) => ({ ...before, q }) });
  const entries = data?.pages.flatMap(({ items }) => items) ?? [];
  if (!data) return error ? <Wrong error={error} /> : <Skeleton />;
  if (entries.length === 0) return <Blank title="Nothing was changed yet" />;
  return (
    <Section
      title={actor === "" ? "Entries" : `Entries of ${actor.replace(/^user:/, "")}`}
      actions={
        actor !== "" && (
          <button type="button" onClick={() => only("")}>
            Show all
          </button>
        )
      }
    >
      <Table label="Audit log" head={["When", "Who", "What", "Details", "From"]}>
        {entries.map((entry) => (
          <tr key={entry.number}>
            <td className="muted" style={{ whiteSpace: "nowrap" }}>
              <Time at={entry.at} />
            </td>
            <td>
              <button type="button" className="link" onClick={() => only(entry.actor)}>
                {entry.actor.replace(/^user:/, "")}
              </button>
            </td>
            <td>
              {entry.what.split(/[;:]/)[0]}{" "}
              {entry.outcome !== "done" && (
                <Mark tone={entry.outcome === "failed" ? "fail" : "warn"} sign="!">
                  {entry.outcome}
                </Mark>
              )}
            </td>
            <td>
              <Details entry={entry} />
            </td>
            <td className="muted">{entry.from}</td>
          </tr>
        ))}
      </Table>
      <More of={paged}>Older entries</More>
    </Section>
  );
}

function Details({ entry: { fields = {}, target = {} } }: { entry: AuditEntry }) {
  const told = [...Object.entries(fields), ...Object.entries(target)];
  return (
    <span className="facts-line">
      {told.map(([name, value]) => (
        <span key={name}>
          <span className="muted">{name}</span> {typeof value === "string" ? value : JSON.stringify(value)}
        </span>
      ))}
    </span>
  );
}
