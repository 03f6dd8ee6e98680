import { Link } from "@tanstack/react-router";
import { ForMembers } from "../accounts/sign-in/roles.tsx";
import type { Monitor, MonitorStatus } from "../platform/api/types.ts";
import { is, type RowKind } from "../platform/list/column.ts";
import type { TableColumn } from "../platform/list/list-table.tsx";
import { MonitorBadge } from "../platform/ui/badges.tsx";
import { TextLink } from "../platform/ui/button.tsx";
import { countText } from "../platform/ui/format.tsx";
import { Icon } from "../platform/ui/icon.tsx";
import { HourlySpark } from "./status.tsx";

export const monitorKind: RowKind<Monitor> = {
  idOf: ({ id }) => id,
  pageOf: ({ id }) => ({ page: "monitors", key: id }),
};

interface MonitorColumnsOptions {
  readonly statuses: ReadonlyMap<string, MonitorStatus>;
  readonly isLoading: boolean;
  /** Channel names by id. */
  readonly channels: ReadonlyMap<string, string>;
  readonly onSwitch: (change: { readonly id: string; readonly enabled: boolean; readonly name: string }) => void;
}

export function monitorColumns({
  statuses,
  isLoading,
  channels,
  onSwitch,
}: MonitorColumnsOptions): readonly TableColumn<Monitor>[] {
  /** A new monitor has no status yet. */
  const fares = (id: string, cell: (status: MonitorStatus) => React.ReactNode) => {
    const status = statuses.get(id);
    if (status) return cell(status);
    return isLoading && <div className="skeleton pulse" aria-busy="true" />;
  };
  const channelsOf = ({ notifications }: Monitor) => [...new Set(notifications.map(({ channel }) => channel))];
  const nameOf = (channel: string) => channels.get(channel) ?? channel;
  return [
    {
      name: "on",
      title: "On",
      width: 54,
      isControl: true,
      clauses: ({ enabled }) => is("state", enabled ? "on" : "off"),
      cell: ({ id, name, enabled }) => (
        <ForMembers>
          <input
            type="checkbox"
            role="switch"
            className="switch"
            aria-label={`${name} is on`}
            checked={enabled}
            onChange={({ target }) => onSwitch({ id, enabled: target.checked, name })}
          />
        </ForMembers>
      ),
    },
    {
      name: "name",
      title: "Name",
      text: ({ name, description = "" }) => `${name}\n${description}`.trim(),
      cell: ({ id, name, description }) => (
        <>
          <Link to="/monitors/$id" params={{ id }} className="plain-link">
            <b>{name}</b>
          </Link>
          {description !== undefined && <p className="muted small">{description}</p>}
        </>
      ),
    },
    {
      name: "edit",
      title: "Edit",
      isUntitled: true,
      isControl: true,
      width: 46,
      cell: ({ id, name }) => (
        <Link
          to="/monitors/$id"
          params={{ id }}
          className="button quiet icon"
          aria-label={`Edit ${name}`}
          title={`Edit ${name}`}
        >
          <Icon name="edit" />
        </Link>
      ),
    },
    {
      name: "works",
      title: "Health",
      width: 132,
      text: ({ id }) => statuses.get(id)?.reason,
      clauses: ({ id }) =>
        is("health", statuses.get(id)?.state).map((one) => ({ ...one, label: one.value.replaceAll("_", " ") })),
      cell: ({ id }) =>
        fares(id, ({ state, reason }) => (
          <>
            <span title={reason}>
              <MonitorBadge state={state} />
            </span>
            {state !== "working" && state !== "off" && <p className="muted small why-not">{reason}</p>}
          </>
        )),
    },
    {
      name: "day",
      title: "24 hours",
      width: 118,
      cell: ({ id }) =>
        fares(id, (status) => (
          <>
            <HourlySpark status={status} />
            <TextLink
              text={`${countText(status.datapoints)} ${status.datapoints === 1 ? "datapoint" : "datapoints"}`}
              of={`of ${status.name} in 24 hours`}
              to="/datapoints"
              search={{ q: `monitor:${id}`, range: "24h" }}
              className="small"
            />
          </>
        )),
    },
    {
      name: "open",
      title: "Open",
      width: 56,
      isNumber: true,
      cell: ({ id }) =>
        fares(id, ({ openIssues, name }) => (
          <TextLink
            text={countText(openIssues)}
            of={`open issues of ${name}`}
            to="/issues"
            search={{ q: `monitor:${id}` }}
          />
        )),
    },
    {
      name: "condition",
      title: "Condition",
      width: "20%",
      text: ({ condition }) => condition,
      cell: ({ condition, ...sample }) => (
        <>
          {condition === "" ? (
            <span className="muted">every datapoint</span>
          ) : (
            <code className="condition" title={condition}>
              {condition}
            </code>
          )}
          <SampleRate {...sample} />
        </>
      ),
    },
    {
      name: "checks",
      title: "Checks",
      width: "17%",
      from: 1280,
      text: ({ checks }) => checks.map(({ check }) => check).join(", "),
      clauses: ({ checks }) => is("check", ...new Set(checks.map(({ check }) => check))),
      cell: ({ checks }) => (
        <span className="line" style={{ gap: 4 }}>
          {checks.slice(0, 2).map(({ check }) => (
            <span className="chip" key={check} title={check}>
              <span className="cut">{check}</span>
            </span>
          ))}
          {checks.length > 2 && <span className="chip">+ {checks.length - 2}</span>}
        </span>
      ),
    },
    {
      name: "notifies",
      title: "Notifies",
      from: 1440,
      className: "muted",
      width: 92,
      text: (monitor) => channelsOf(monitor).map(nameOf).join(", "),
      clauses: (monitor) => channelsOf(monitor).map((value) => ({ field: "notifies", value, label: nameOf(value) })),
      cell: (monitor) =>
        monitor.notifications.length === 0 ? "everyone by email" : channelsOf(monitor).map(nameOf).join(", "),
    },
  ];
}

function SampleRate({ sampleRate, maxPerMinute }: Pick<Monitor, "sampleRate" | "maxPerMinute">) {
  const share = sampleRate < 1 ? [`${Math.round(sampleRate * 100)} % of them`] : [];
  const most = maxPerMinute === undefined ? [] : [`at most ${countText(maxPerMinute)} a minute`];
  const parts = [...share, ...most];
  return parts.length > 0 && <p className="muted small">{parts.join(", ")}</p>;
}
