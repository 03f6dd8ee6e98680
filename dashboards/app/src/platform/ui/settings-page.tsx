import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { settingsSections } from "./settings-sections.ts";
import { useTitle } from "./title.ts";

interface Props {
  /** The name of the section in the navigation. */
  readonly title: string;
  /** One sentence about the section's purpose. */
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
                <Link key={to} to={to} activeOptions={{ includeSearch: false }}>
                  {name}
                </Link>
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
