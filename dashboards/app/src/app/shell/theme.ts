import { preferences } from "./preferences.ts";

const systemsDark = matchMedia("(prefers-color-scheme: dark)");

/** Switches and stores the theme; until then the system's applies (see index.html). */
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
