import { preferences } from "./preferences.ts";

/** Switches between light and dark and keeps the choice; without one the system's is followed (see index.html). */
export function toggleTheme(): void {
  setTheme(document.documentElement.dataset["theme"] === "dark" ? "light" : "dark");
}

export function setTheme(theme: (typeof preferences.choices.theme)[number]): void {
  preferences.set("theme", theme);
  const isDark = theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
  document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
}
