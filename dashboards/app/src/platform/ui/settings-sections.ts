/** The settings pages in navigation order. A new page must be added here and in the router. */
export const settingsSections = [
  {
    group: "Project",
    pages: [
      { to: "/settings/tokens", name: "API Token" },
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

type SettingsPage = (typeof settingsSections)[number]["pages"][number];

export const settingsPages = settingsSections.flatMap((section): readonly SettingsPage[] => section.pages);
