import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { channelsQuery, notificationsQuery } from "../platform/api/queries.ts";
import type { Notification } from "../platform/api/types.ts";
import { is, type RowKind } from "../platform/list/column.ts";
import { type TableColumn, TableList } from "../platform/list/list-table.tsx";
import { useList } from "../platform/list/use-list.ts";
import { Badge } from "../platform/ui/badges.tsx";
import { TextLink } from "../platform/ui/button.tsx";
import { Time } from "../platform/ui/format.tsx";
import { errorOf, More, useItems } from "../platform/ui/overlays/more.tsx";
import { Section } from "../platform/ui/page.tsx";
import { hourText } from "../platform/ui/time/zone.ts";

const signs = {
  sent: ["ok", "✓"],
  ready: ["quiet", "…"],
  sending: ["quiet", "…"],
  failed: ["fail", "✕"],
  dead: ["fail", "✕"],
} as const;

/** Lists sent, waiting and failed notifications, with the reason. */
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
        <select aria-label="Which" value={state} onChange={({ target }) => setState(target.value)}>
          <option value="">everything</option>
          <option value="failed">failed</option>
          <option value="dead">given up</option>
          <option value="ready">waiting</option>
          <option value="sent">sent</option>
        </select>
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

/** `nameOf` returns the name of a channel by its id. */
const columnsOf = (nameOf: (channel: string) => string): readonly TableColumn<Notification>[] => [
  {
    name: "when",
    title: "When",
    width: 104,
    className: "muted nowrap",
    text: ({ sentAt, createdAt }) => sentAt ?? createdAt,
    cell: ({ sentAt, createdAt }) => <Time at={sentAt ?? createdAt} />,
  },
  {
    name: "to",
    title: "To",
    className: "anywhere",
    text: ({ channel, recipient = "" }) => `${nameOf(channel)}\n${recipient}`.trim(),
    clauses: ({ channel, recipient }) => [
      { field: "channel", value: channel, label: nameOf(channel) },
      ...is("recipient", recipient),
    ],
    cell: ({ channel, recipient }) => (
      <>
        {nameOf(channel)}
        {recipient !== undefined && <div className="muted small">{recipient}</div>}
      </>
    ),
  },
  {
    name: "state",
    title: "State",
    className: "anywhere",
    text: (one) => [wordOf(one), one.problem ?? []].flat().join("\n"),
    clauses: (one) => is("state", one.state).map((clause) => ({ ...clause, label: wordOf(one) })),
    cell: (one) => (
      <>
        <Badge tone={signs[one.state][0]} sign={signs[one.state][1]} text={wordOf(one)} />
        {one.problem !== undefined && <div className="small">{one.problem}</div>}
      </>
    ),
  },
  {
    name: "tells",
    title: "Contents",
    clauses: ({ issues, monitors }) => [
      ...is("issue", ...issues.map(String)),
      ...monitors.map(({ id, name }) => ({ field: "monitor", value: id, label: name ?? "a monitor" })),
    ],
    cell: (one) => <Contents one={one} />,
  },
  { name: "tries", title: "Tries", width: 64, isNumber: true, cell: ({ attempts }) => attempts },
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
