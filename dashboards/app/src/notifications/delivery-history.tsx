import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { channelsQuery, notificationsQuery } from "../platform/api/queries.ts";
import type { Notification } from "../platform/api/types.ts";
import { is, type RowKind } from "../platform/list/column.ts";
import { column, type TableColumn, TableList } from "../platform/list/list-table.tsx";
import { useList } from "../platform/list/use-list.ts";
import { Badge } from "../platform/ui/badges.tsx";
import { TextLink } from "../platform/ui/button.tsx";
import { Time } from "../platform/ui/format.tsx";
import { Select } from "../platform/ui/forms/field.tsx";
import { errorOf, More, Section, useItems } from "../platform/ui/page.tsx";
import { hourText } from "../platform/ui/time/zone.ts";

const signs = {
  sent: ["ok", "✓"],
  ready: ["quiet", "…"],
  sending: ["quiet", "…"],
  failed: ["fail", "✕"],
  dead: ["fail", "✕"],
} as const;

export function DeliveryHistory() {
  const [state, setState] = useState("");
  const paged = useInfiniteQuery(notificationsQuery(state));
  const channels = useQuery(channelsQuery);
  const named = useMemo(() => new Map(channels.data?.items.map(({ id, name }) => [id, name])), [channels.data]);
  const columns = useMemo(() => columnsOf((channel) => named.get(channel) ?? channel), [named]);
  const list = useList({ kind, rows: useItems(paged.data), columns, unfolds: false });
  return (
    <Section
      title="Delivery history"
      actions={
        <Select
          aria-label="Which"
          value={state}
          onChange={setState}
          options={[
            ["", "everything"],
            ["failed", "failed"],
            ["dead", "given up"],
            ["ready", "waiting"],
            ["sent", "sent"],
          ]}
        />
      }
    >
      <TableList
        list={list}
        label="Notifications"
        error={errorOf(paged)}
        none={<p className="muted">{state === "" ? "Nothing was sent yet." : "Nothing is in this state."}</p>}
        toCome={4}
        rowPx={56}
      />
      <More of={paged} />
    </Section>
  );
}

const kind: RowKind<Notification> = { idOf: ({ id }) => id, pageOf: () => undefined };

const columnsOf = (nameOf: (channel: string) => string): readonly TableColumn<Notification>[] => [
  column("when", "When", ({ sentAt, createdAt }) => <Time at={sentAt ?? createdAt} />, {
    width: 104,
    className: "muted nowrap",
    text: ({ sentAt, createdAt }) => sentAt ?? createdAt,
  }),
  column(
    "to",
    "To",
    ({ channel, recipient }) => (
      <>
        {nameOf(channel)}
        {recipient !== undefined && <div className="muted small">{recipient}</div>}
      </>
    ),
    {
      className: "anywhere",
      text: ({ channel, recipient = "" }) => `${nameOf(channel)}\n${recipient}`.trim(),
      clauses: ({ channel, recipient }) => [
        { field: "channel", value: channel, label: nameOf(channel) },
        ...is("recipient", recipient),
      ],
    },
  ),
  column(
    "state",
    "State",
    (one) => (
      <>
        <Badge tone={signs[one.state][0]} sign={signs[one.state][1]} text={wordOf(one)} />
        {one.problem !== undefined && <div className="small">{one.problem}</div>}
      </>
    ),
    {
      className: "anywhere",
      text: (one) => [wordOf(one), one.problem ?? []].flat().join("\n"),
      clauses: (one) => is("state", one.state).map((clause) => ({ ...clause, label: wordOf(one) })),
    },
  ),
  column("tells", "Contents", (one) => <Contents one={one} />, {
    clauses: ({ issues, monitors }) => [
      ...is("issue", ...issues.map(String)),
      ...monitors.map(({ id, name }) => ({ field: "monitor", value: id, label: name ?? "a monitor" })),
    ],
  }),
  column("tries", "Tries", ({ attempts }) => attempts, { width: 64, isNumber: true }),
];

function wordOf({ state, attempts, dueAt }: Notification): string {
  if (state !== "ready") return state === "dead" ? "given up" : state;
  const time = hourText(dueAt);
  return attempts > 0 ? `retries at ${time}` : `goes out at ${time}`;
}

function Contents({ one: { kind, issues, monitors, issueChanges } }: { one: Notification }) {
  if (kind === "test") return <span className="muted">a test</span>;
  return (
    <span className="line" style={{ gap: 6 }}>
      {issues.slice(0, 6).map((number) => (
        <TextLink text={`#${number}`} key={number} to="/issues/$id" params={{ id: `${number}` }} />
      ))}
      {monitors.slice(0, 6).map(({ id, name, change }) => (
        <TextLink
          text={`${name ?? "a monitor"} ${monitorWords[change]}`}
          key={`${id} ${change}`}
          to="/monitors/$id"
          params={{ id }}
        />
      ))}
      {issueChanges > 6 && <span className="muted">and {issueChanges - 6} more</span>}
    </span>
  );
}

const monitorWords = {
  broken: "is broken",
  stopped: "is stalled",
  no_data: "matches nothing",
  works_again: "works again",
} as const;
