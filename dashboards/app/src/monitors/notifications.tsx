import type { NewMonitor } from "../api/types.ts";
import { Icon } from "../ui/icon.tsx";

type Chosen = NonNullable<NewMonitor["notifications"]>;
type Preference = Chosen[number];

const added: Preference = { channel: "email", on: ["behaviour", "error"], cadence: "immediate" };
const channels = ["email", "slack", "webhook"] as const;

/** Who is told of what, and how soon: one line per channel. */
export function Notifications({ chosen, onChange }: { chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  const change = (at: number, part: Partial<Preference>) =>
    onChange(chosen.map((each, index) => (index === at ? { ...each, ...part } : each)));
  return (
    <div className="field">
      <span className="label">Notifications</span>
      {chosen.length === 0 && <small>Nobody is told. Issues are listed all the same.</small>}
      {chosen.map((preference, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a preference has no id of its own
        <div className="line" key={at} role="group" aria-label={`Notification ${at + 1}`}>
          <select
            aria-label="Channel"
            style={{ width: 110 }}
            value={preference.channel}
            onChange={({ target }) => change(at, { channel: target.value })}
          >
            {[...new Set([...channels, preference.channel])].map((channel) => (
              <option key={channel} value={channel}>
                {channel}
              </option>
            ))}
          </select>
          <select
            aria-label="Of what"
            style={{ width: 170 }}
            value={preference.on.join("+")}
            onChange={({ target }) => change(at, { on: target.value.split("+") as Preference["on"] })}
          >
            <option value="behaviour+error">Issues and errors</option>
            <option value="behaviour">Issues of behaviour</option>
            <option value="error">Errors</option>
          </select>
          <select
            aria-label="From which severity on"
            style={{ width: 140 }}
            value={preference.minSeverity ?? "minor"}
            onChange={({ target }) => change(at, { minSeverity: target.value as "minor" })}
          >
            <option value="minor">any severity</option>
            <option value="major">major and critical</option>
            <option value="critical">only critical</option>
          </select>
          <select
            aria-label="How soon"
            style={{ width: 120 }}
            value={preference.cadence}
            onChange={({ target }) => change(at, { cadence: target.value as Preference["cadence"] })}
          >
            <option value="immediate">at once</option>
            <option value="hourly">every hour</option>
            <option value="daily">every day</option>
          </select>
          <button
            type="button"
            className="quiet icon"
            aria-label={`Remove notification ${at + 1}`}
            onClick={() => onChange(chosen.filter((_, index) => index !== at))}
          >
            <Icon name="trash" />
          </button>
        </div>
      ))}
      <div>
        <button type="button" onClick={() => onChange([...chosen, added])}>
          <Icon name="plus" />
          Add notification
        </button>
      </div>
    </div>
  );
}
