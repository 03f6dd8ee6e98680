import type { ReactNode } from "react";
import { TextLink } from "./button.tsx";
import { useTitle } from "./page.tsx";

interface Props {
  readonly title: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the settings pages: the sections at the left, the chosen one next to them. */
export function SettingsPage({ title, about, actions, children }: Props) {
  useTitle(`${title} · Settings`);
  return (
    <>
      <div className="bar">
        <h1>
          <span className="muted">Settings ▸</span> {title}
        </h1>
        <span className="grow" />
        {actions}
      </div>
      <div className="settings">
        <nav aria-label="Settings">
          {settingsSections.map(({ group, pages }) => (
            <div key={group}>
              <span className="group">{group}</span>
              {pages.map(({ to, name }) => (
                <TextLink text={name} key={to} to={to} activeOptions={{ includeSearch: false }} />
              ))}
            </div>
          ))}
        </nav>
        <div className="page-body">
          <div className="stack settings-body">
            {about !== undefined && <p className="muted">{about}</p>}
            {children}
          </div>
        </div>
      </div>
    </>
  );
}

/** The settings pages in navigation order. A new page must be added here and in the router. */
const settingsSections = [
  {
    group: "Project",
    pages: [
      { to: "/settings/tokens", name: "API Token" },
      { to: "/settings/members", name: "Members" },
      { to: "/settings/notifications", name: "Notifications" },
      { to: "/settings/judges", name: "Judges" },
      { to: "/settings/providers", name: "Providers" },
      { to: "/settings/prices", name: "Prices" },
      { to: "/settings/privacy", name: "Privacy" },
      { to: "/settings/pipeline", name: "Pipeline" },
    ],
  },
  {
    group: "Account",
    pages: [
      { to: "/settings/users", name: "Users" },
      { to: "/settings/projects", name: "Projects" },
      { to: "/settings/audit", name: "Audit log" },
    ],
  },
  {
    group: "You",
    pages: [
      { to: "/settings/you", name: "Sign-in" },
      { to: "/settings/preferences", name: "Preferences" },
      { to: "/settings/about", name: "About" },
    ],
  },
] as const;

type SettingsSectionPage = (typeof settingsSections)[number]["pages"][number];

export const settingsPages = settingsSections.flatMap((section): readonly SettingsSectionPage[] => section.pages);
