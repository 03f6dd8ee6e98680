/** Switches between light and dark and keeps the choice; without one the system's is followed (see index.html). */
export function toggleTheme(): void {
  const { dataset } = document.documentElement;
  dataset["theme"] = dataset["theme"] === "dark" ? "light" : "dark";
  localStorage.setItem("gaffe.theme", dataset["theme"]);
}
