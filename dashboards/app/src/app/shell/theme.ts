import { preferences } from "./preferences.ts";

const systemsDark = matchMedia("(prefers-color-scheme: dark)");

/**
 * Switches between light and dark and stores the choice; without a choice, the system's theme applies (see
 * index.html).
 */
export function toggleTheme(): void {
  preferences.set("theme", document.documentElement.dataset["theme"] === "dark" ? "light" : "dark");
}

function paint(): void {
  const theme = preferences.get("theme");
  const isDark = theme === "system" ? systemsDark.matches : theme === "dark";
  document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
}

preferences.watch(paint);
// The system may switch on a schedule.
systemsDark.addEventListener("change", paint);
