import { Link } from "@tanstack/react-router";
import { ForMembers } from "../accounts/sign-in/roles.tsx";
import type { Monitor, MonitorStatus } from "../platform/api/types.ts";
import { is, type RowKind } from "../platform/list/column.ts";
import { column, type TableColumn } from "../platform/list/list-table.tsx";
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
    column(
      "on",
      "On",
      ({ id, name, enabled }) => (
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
      { width: 54, isControl: true, clauses: ({ enabled }) => is("state", enabled ? "on" : "off") },
    ),
    column(
      "name",
      "Name",
      ({ id, name, description }) => (
        <>
          <Link to="/monitors/$id" params={{ id }} className="plain-link">
            <b>{name}</b>
          </Link>
          {description !== undefined && <p className="muted small">{description}</p>}
        </>
      ),
      { text: ({ name, description = "" }) => `${name}\n${description}`.trim() },
    ),
    column(
      "edit",
      "Edit",
      ({ id, name }) => (
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
      { isUntitled: true, isControl: true, width: 46 },
    ),
    column(
      "works",
      "Health",
      ({ id }) =>
        fares(id, ({ state, reason }) => (
          <>
            <span title={reason}>
              <MonitorBadge state={state} />
            </span>
            {state !== "working" && state !== "off" && <p className="muted small why-not">{reason}</p>}
          </>
        )),
      {
        width: 132,
        text: ({ id }) => statuses.get(id)?.reason,
        clauses: ({ id }) =>
          is("health", statuses.get(id)?.state).map((one) => ({ ...one, label: one.value.replaceAll("_", " ") })),
      },
    ),
    column(
      "day",
      "24 hours",
      ({ id }) =>
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
      { width: 118 },
    ),
    column(
      "open",
      "Open",
      ({ id }) =>
        fares(id, ({ openIssues, name }) => (
          <TextLink
            text={countText(openIssues)}
            of={`open issues of ${name}`}
            to="/issues"
            search={{ q: `monitor:${id}` }}
          />
        )),
      { width: 56, isNumber: true },
    ),
    column(
      "condition",
      "Condition",
      ({ condition, ...sample }) => (
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
      { width: "20%", text: ({ condition }) => condition },
    ),
    column(
      "checks",
      "Checks",
      ({ checks }) => (
        <span className="line" style={{ gap: 4 }}>
          {checks.slice(0, 2).map(({ check }) => (
            <span className="chip" key={check} title={check}>
              <span className="cut">{check}</span>
            </span>
          ))}
          {checks.length > 2 && <span className="chip">+ {checks.length - 2}</span>}
        </span>
      ),
      {
        width: "17%",
        from: 1280,
        text: ({ checks }) => checks.map(({ check }) => check).join(", "),
        clauses: ({ checks }) => is("check", ...new Set(checks.map(({ check }) => check))),
      },
    ),
    column(
      "notifies",
      "Notifies",
      (monitor) =>
        monitor.notifications.length === 0 ? "everyone by email" : channelsOf(monitor).map(nameOf).join(", "),
      {
        from: 1440,
        className: "muted",
        width: 92,
        text: (monitor) => channelsOf(monitor).map(nameOf).join(", "),
        clauses: (monitor) => channelsOf(monitor).map((value) => ({ field: "notifies", value, label: nameOf(value) })),
      },
    ),
  ];
}

function SampleRate({ sampleRate, maxPerMinute }: Pick<Monitor, "sampleRate" | "maxPerMinute">) {
  const share = sampleRate < 1 ? [`${Math.round(sampleRate * 100)} % of them`] : [];
  const most = maxPerMinute === undefined ? [] : [`at most ${countText(maxPerMinute)} a minute`];
  const parts = [...share, ...most];
  return parts.length > 0 && <p className="muted small">{parts.join(", ")}</p>;
}
