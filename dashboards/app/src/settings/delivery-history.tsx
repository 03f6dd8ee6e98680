import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { channelsQuery, notificationsQuery } from "../api/queries.ts";
import type { Notification } from "../api/types.ts";
import { Mark } from "../ui/marks.tsx";
import { errorOf, More } from "../ui/more.tsx";
import { Section } from "../ui/page.tsx";
import { Skeleton, Wrong } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { hourText } from "../ui/zone.ts";

const signs = {
  sent: ["ok", "✓"],
  ready: ["quiet", "…"],
  sending: ["quiet", "…"],
  failed: ["fail", "✕"],
  dead: ["fail", "✕"],
} as const;

/** What was sent, waits or failed, with the reason. */
export function DeliveryHistory() {
  const [state, setState] = useState("");
  const paged = useInfiniteQuery(notificationsQuery(state));
  const { data } = paged;
  const error = errorOf(paged);
  const channels = useQuery(channelsQuery);
  const named = new Map(channels.data?.items.map(({ id, name }) => [id, name]));
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Section
      title="What was sent"
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
      {error && <Wrong error={error} />}
      {!data && !error && <Skeleton rows={4} />}
      {data && rows.length === 0 && (
        <p className="muted">{state === "" ? "Nothing was sent yet." : "Nothing is in this state."}</p>
      )}
      {rows.length > 0 && (
        <Table label="Notifications" head={["When", "To", "State", "Tells of", ">Tries"]}>
          {rows.map((one) => (
            <tr key={one.id}>
              <td className="muted">
                <Time at={one.sentAt ?? one.createdAt} />
              </td>
              <td className="anywhere">
                {named.get(one.channel) ?? one.channel}
                {one.recipient !== undefined && (
                  <>
                    <br />
                    <span className="muted small">{one.recipient}</span>
                  </>
                )}
              </td>
              <td>
                <Mark tone={signs[one.state][0]} sign={signs[one.state][1]}>
                  {wordOf(one)}
                </Mark>
                {one.problem !== undefined && (
                  <>
                    <br />
                    <span className="small">{one.problem}</span>
                  </>
                )}
              </td>
              <td>
                <Tells one={one} />
              </td>
              <td className="right num">{one.tries}</td>
            </tr>
          ))}
        </Table>
      )}
      <More of={paged} />
    </Section>
  );
}

function wordOf({ state, tries, dueAt }: Notification): string {
  if (state !== "ready") return state === "dead" ? "given up" : state;
  const time = hourText(dueAt);
  return tries > 0 ? `tried again at ${time}` : `goes out at ${time}`;
}

function Tells({ one: { kind, issues, monitors, issueChanges } }: { one: Notification }) {
  if (kind === "test") return <span className="muted">a test</span>;
  return (
    <span className="line" style={{ gap: 6 }}>
      {issues.slice(0, 6).map((number) => (
        <Link key={number} to="/issues/$id" params={{ id: `${number}` }}>
          #{number}
        </Link>
      ))}
      {monitors.slice(0, 6).map(({ id, name, change }) => (
        <Link key={`${id} ${change}`} to="/monitors/$id" params={{ id }}>
          {name ?? "a monitor"} {monitorWords[change]}
        </Link>
      ))}
      {issueChanges > 6 && <span className="muted">and {issueChanges - 6} more</span>}
    </span>
  );
}

const monitorWords = {
  broken: "is broken",
  stopped: "stands still",
  no_data: "matches nothing",
  works_again: "works again",
} as const;
