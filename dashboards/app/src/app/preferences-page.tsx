import type { ReactNode } from "react";
import { OwnKeys } from "../platform/keyboard/own-keys.tsx";
import { Section } from "../platform/ui/page.tsx";
import { SettingsPage } from "../platform/ui/settings-page.tsx";
import { localZone } from "../platform/ui/time/zone.ts";
import { preferences, usePreference } from "./shell/preferences.ts";

export function PreferencesPage() {
  return (
    <SettingsPage title="Preferences" about="How you like to see things. Kept in this browser alone.">
      <Section title="Display">
        <div className="form">
          <Choice name="theme" label="Theme" />
          <Choice name="density" label="Rows of lists" />
          <Choice name="facets" label="Values beside All Datapoints" />
          <Choice name="rail" label="Navigation" />
          <Choice name="zone" label="Times of day in" />
        </div>
      </Section>
      <Section title="Keyboard">
        <div className="form">
          <Choice name="singleKeys" label="Single-key shortcuts">
            Off for whoever dictates, or presses letters without meaning to. Keys with Ctrl, ⌘ or Alt, and arrows,
            always work.
          </Choice>
          <OwnKeys />
        </div>
      </Section>
    </SettingsPage>
  );
}

const words = {
  system: "As the system",
  light: "Light",
  dark: "Dark",
  compact: "Compact",
  cosy: "Cosy",
  roomy: "Roomy, two lines",
  on: "On",
  off: "Off",
  wide: "Names",
  narrow: "Icons alone",
  local: `This computer's zone (${localZone()})`,
  UTC: "UTC",
} as const;

interface ChoiceProps<Name extends keyof typeof preferences.choices> {
  readonly name: Name;
  readonly label: string;
  readonly children?: ReactNode;
}

function Choice<Name extends keyof typeof preferences.choices>({ name, label, children }: ChoiceProps<Name>) {
  const chosen = usePreference(name);
  const all: readonly (typeof chosen)[] = preferences.choices[name];
  return (
    <fieldset>
      <legend>{label}</legend>
      <div className="line" style={{ gap: 18 }}>
        {all.map((one) => (
          <label key={one} className="line">
            <input type="radio" name={name} checked={one === chosen} onChange={() => preferences.set(name, one)} />
            <span>{words[one]}</span>
          </label>
        ))}
      </div>
      {children && <small className="muted">{children}</small>}
    </fieldset>
  );
}
