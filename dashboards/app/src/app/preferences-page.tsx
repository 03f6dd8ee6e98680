import type { ReactNode } from "react";
import { OwnKeys } from "../platform/keyboard/own-keys.tsx";
import { Section } from "../platform/ui/page.tsx";
import { SettingsPage } from "../platform/ui/settings-page.tsx";
import { localZone } from "../platform/ui/time/zone.ts";
import { preferences, usePreference } from "./shell/preferences.ts";

export const PreferencesPage = () => (
  <SettingsPage title="Preferences" about="Display and keyboard settings, stored in this browser only.">
    <Section title="Display">
      <div className="form">
        <Choice name="theme" label="Theme" />
        <Choice name="density" label="Row density" />
        <Choice name="facets" label="Facets on All Datapoints" />
        <Choice name="rail" label="Navigation" />
        <Choice name="zone" label="Time zone" />
      </div>
    </Section>
    <Section title="Keyboard">
      <div className="form">
        <Choice name="singleKeys" label="Single-key shortcuts">
          Turn off if you use dictation or press letters by accident. Shortcuts with Ctrl, ⌘ or Alt, and arrow keys,
          always work.
        </Choice>
        <OwnKeys />
      </div>
    </Section>
  </SettingsPage>
);

const words = {
  system: "System",
  light: "Light",
  dark: "Dark",
  compact: "Compact",
  cosy: "Comfortable",
  roomy: "Roomy, two lines",
  on: "On",
  off: "Off",
  wide: "Names",
  narrow: "Icons only",
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
