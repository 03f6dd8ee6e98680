import { useQuery } from "@tanstack/react-query";
import { ForMembers } from "../accounts/sign-in/roles.tsx";
import { callApi } from "../platform/api/client.ts";
import { channelsQuery, deliveries } from "../platform/api/queries.ts";
import type { NewMonitor } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { Button, IconButton, TextLink } from "../platform/ui/button.tsx";
import { Select } from "../platform/ui/forms/field.tsx";
import { localZone } from "../platform/ui/time/zone.ts";

type Chosen = NonNullable<NewMonitor["notifications"]>;
type Preference = Chosen[number];
/** A field's value is one of its options; the service validates it again. */
type Part = Partial<Record<keyof Preference, unknown>>;

interface Props {
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
  /** Distinguishes the fields of several editors on one page. */
  readonly label?: string;
}

const added: Preference = { channel: "email", on: ["behavior", "error"], cadence: "immediate" };
const presets = {
  split: (slack: string): Chosen => [
    { channel: slack, on: ["behavior", "error"], minSeverity: "critical", cadence: "immediate" },
    { channel: "email", on: ["behavior", "error"], maxSeverity: "major", cadence: "daily", timeZone: localZone() },
  ],
};

/** Recipients, filters and timing of notifications: one sentence per line. */
export function Notifications({ chosen, onChange, label = "Notification" }: Props) {
  const { data } = useQuery(channelsQuery);
  const isAlone = label === "Notification";
  const slack = data?.items.find(({ kind }) => kind.startsWith("slack"));
  const change = (at: number, part: Part) =>
    onChange(chosen.map((each, index) => (index === at ? withoutAbsent({ ...each, ...part }) : each)));
  return (
    <div className="field">
      {chosen.length === 0 && <small>Everyone in the account is notified by email immediately.</small>}
      {chosen.map((preference, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a preference has no id
        <div className="preference" key={at} role="group" aria-label={`${label} ${at + 1}`}>
          <Line preference={preference} channels={data?.items ?? []} onChange={(part) => change(at, part)} />
          {preference.channel !== "none" && (
            <TestSend
              key={preference.channel}
              channel={preference.channel}
              name={data?.items.find(({ id }) => id === preference.channel)?.name ?? preference.channel}
            />
          )}
          <IconButton
            icon="trash"
            label={`Remove ${label.toLowerCase()} ${at + 1}`}
            onClick={() => onChange(chosen.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <div className="line">
        <Button icon="plus" text="Add" onClick={() => onChange([...chosen, added])} />
        {slack && (
          <Button
            text={`Critical to ${slack.name} immediately, the rest in a daily email`}
            onClick={() => onChange(presets.split(slack.id))}
          />
        )}
        <span className="grow" />
        {isAlone && <TextLink text="Channels" to="/settings/notifications" className="small" />}
      </div>
    </div>
  );
}

interface LineProps {
  readonly preference: Preference;
  readonly channels: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (part: Part) => void;
}

function Line({ preference, channels, onChange }: LineProps) {
  const { channel, on, cadence, quietHours, changes, dailyAt } = preference;
  const known = [...channels, { id: "none", name: "nobody" }];
  const listed = known.some(({ id }) => id === channel)
    ? known
    : [...known, { id: channel, name: `${channel} (gone)` }];
  return (
    <>
      <span>Tell</span>
      <Select
        aria-label="Channel"
        value={channel}
        onChange={(channel) => onChange({ channel })}
        options={listed.map(({ id, name }) => [id, name] as const)}
      />
      <Select
        aria-label="Event kinds"
        value={on.join("+")}
        onChange={(value) => onChange({ on: value.split("+") })}
        options={[
          ["behavior+error", "issues and errors"],
          ["behavior", "issues of behavior"],
          ["error", "errors"],
        ]}
      />
      <Select
        aria-label="Which severity"
        value={severityOf(preference)}
        onChange={(value) => onChange(severities[value])}
        options={severityNames}
      />
      <select
        aria-label="Which changes"
        value={changes === undefined ? "" : changes.join("+")}
        onChange={({ target }) => onChange({ changes: target.value === "" ? undefined : target.value.split("+") })}
      >
        <option value="">new, back, spiking, resolved</option>
        <option value="opened+regressed+spiking">new, back, spiking</option>
        <option value="opened">only new</option>
        <option value="opened+regressed">new and back</option>
        <option value="spiking">only spiking</option>
        {changes !== undefined && !knownChanges.has(changes.join("+")) && (
          <option value={changes.join("+")}>{changes.join(", ")}</option>
        )}
      </select>
      <Select
        aria-label="Frequency"
        value={cadence}
        onChange={(value) =>
          onChange({
            cadence: value,
            ...(value === "daily" ? { timeZone: localZone() } : { dailyAt: undefined }),
          })
        }
        options={[
          ["immediate", "immediately"],
          ["hourly", "every hour"],
          ["daily", "once a day"],
        ]}
      />
      {cadence === "daily" && (
        <input
          type="time"
          aria-label="Time of day"
          value={dailyAt ?? "09:00"}
          onChange={({ target }) => onChange({ dailyAt: target.value, timeZone: preference.timeZone ?? localZone() })}
        />
      )}
      <label className="line small">
        <input
          type="checkbox"
          checked={quietHours !== undefined}
          onChange={({ target }) =>
            onChange(
              target.checked
                ? { quietHours: { from: "22:00", to: "07:00" }, timeZone: preference.timeZone ?? localZone() }
                : { quietHours: undefined },
            )
          }
        />
        <span>quiet hours</span>
      </label>
      {quietHours && (
        <>
          <input
            type="time"
            aria-label="Quiet hours from"
            value={quietHours.from}
            onChange={({ target }) => onChange({ quietHours: { ...quietHours, from: target.value } })}
          />
          <span>to</span>
          <input
            type="time"
            aria-label="Quiet hours until"
            value={quietHours.to}
            onChange={({ target }) => onChange({ quietHours: { ...quietHours, to: target.value } })}
          />
        </>
      )}
      {(quietHours || cadence === "daily") && (
        <input
          aria-label="Time zone"
          list="time-zones"
          style={{ width: 150 }}
          value={preference.timeZone ?? "UTC"}
          onChange={({ target }) => onChange({ timeZone: target.value })}
        />
      )}
    </>
  );
}

const severities = {
  "of any severity": { minSeverity: undefined, maxSeverity: undefined },
  "major and critical": { minSeverity: "major", maxSeverity: undefined },
  "only critical": { minSeverity: "critical", maxSeverity: undefined },
  "major and minor": { minSeverity: undefined, maxSeverity: "major" },
  "only major": { minSeverity: "major", maxSeverity: "major" },
  "only minor": { minSeverity: undefined, maxSeverity: "minor" },
} as const;
const severityNames = Object.keys(severities) as readonly (keyof typeof severities)[];

function severityOf({ minSeverity, maxSeverity }: Preference): keyof typeof severities {
  const least = minSeverity === "minor" ? undefined : minSeverity;
  const most = maxSeverity === "critical" ? undefined : maxSeverity;
  const found = Object.entries(severities).find(
    ([, limits]) => limits.minSeverity === least && limits.maxSeverity === most,
  );
  return (found?.[0] ?? "of any severity") as keyof typeof severities;
}

const knownChanges = new Set(["opened+regressed+spiking", "opened", "opened+regressed", "spiking"]);

/** Drops absent values. JSON omits them automatically, but the comparison of drafts does not. */
function withoutAbsent(preference: Part): Preference {
  return Object.fromEntries(
    Object.entries(preference).filter(([, value]) => value !== undefined),
  ) as unknown as Preference;
}

/** Time zones for the fields' suggestions; rendered once per page. */
export const TimeZones = () => (
  <datalist id="time-zones">
    {Intl.supportedValuesOf("timeZone").map((zone) => (
      <option key={zone} value={zone} />
    ))}
    <option value="UTC" />
  </datalist>
);

/** Sends a test message through a channel and shows the result next to the button. */
function TestSend({ channel, name }: { channel: string; name: string }) {
  const test = useChange(() => callApi("POST /channels/{id}/test", { path: { id: channel } }), {
    reloads: [deliveries],
  });
  const problem = test.error?.message ?? (test.data?.state === "sent" ? undefined : test.data?.problem);
  return (
    <>
      <ForMembers>
        {" "}
        <Button text={test.isPending ? "Sending …" : "Send test"} of={`by ${name}`} by={test} />
      </ForMembers>
      <span role="status" className="small">
        {test.data?.state === "sent" && <span className="st ok">✓ sent</span>}
        {problem !== undefined && <span className="mistake">{problem}</span>}
      </span>
    </>
  );
}
