import { preferences } from "./preferences.ts";

const systemsDark = matchMedia("(prefers-color-scheme: dark)");

/** Switches between light and dark and keeps the choice; without one the system's is followed (see index.html). */
export function toggleTheme(): void {
  preferences.set("theme", document.documentElement.dataset["theme"] === "dark" ? "light" : "dark");
}

function paint(): void {
  const theme = preferences.get("theme");
  const isDark = theme === "system" ? systemsDark.matches : theme === "dark";
  document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
}

preferences.watch(paint);
// At dusk, for whoever has the system decide.
systemsDark.addEventListener("change", paint);
