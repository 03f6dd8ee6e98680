/** Every shortcut of the app with its purpose. Pages can use no others, so that conflicts are visible here. */
export const known = {
  "$mod+k": "Find pages and actions",
  "Shift+?": "Keyboard shortcuts",
  "/": "Search",
  t: "Time range",
  "Shift+T": "Jump to a time",
  "[": "Back",
  "]": "Forward",
  "$mod+\\": "Light or dark",
  "$mod+b": "Navigation: names or icons only",
  "g h": "Home",
  "g i": "Issues",
  "g d": "All Datapoints",
  "g n": "Sessions",
  "g m": "Monitors",
  "g e": "Errors",
  "g c": "Checks",
  "g s": "Scenarios",
  "g r": "Test runs",
  "g o": "Models",
  "g b": "Dashboards",
  "g ,": "Settings",
  j: "Next row or span",
  k: "Previous row or span",
  ArrowDown: "Next row or span",
  ArrowUp: "Previous row or span",
  ArrowLeft: "Cell to the left; collapse",
  ArrowRight: "Cell to the right; expand",
  "g g": "First row",
  "Shift+G": "Last row",
  Space: "Peek",
  Enter: "Open",
  o: "Open",
  "$mod+Enter": "Open in a new tab",
  Escape: "Close, clear",
  f: "Filter by the cell; full screen",
  "Shift+F": "Exclude the cell's value",
  "$mod+f": "Find in list",
  m: "Menu of the cell; assign",
  "Shift+M": "Assign to me",
  "Shift+F10": "Menu of the cell",
  ContextMenu: "Menu of the cell",
  e: "Expand the row; next failed span",
  y: "Copy id or link",
  "Shift+Y": "Copy link",
  c: "Columns",
  x: "Select",
  "Shift+J": "Select, and the next",
  "Shift+K": "Select, and the previous",
  "$mod+a": "Select all",
  l: "Live; newer occurrence",
  h: "Older occurrence",
  ";": "Representative occurrence",
  r: "Resolve",
  a: "Acknowledge",
  i: "Ignore",
  u: "Reopen",
  n: "Add a note",
  d: "Compare with one that passed the check",
  "$mod+Shift+C": "Copy for an agent",
  v: "Tree, flame, list of a trace",
  z: "Zoom to the span",
  "Shift+Z": "Whole length of the trace",
  "\\": "Raw, and back",
  "1": "First tab",
  "2": "Second tab",
  "3": "Third tab",
  "4": "Fourth tab",
} as const satisfies Readonly<Record<string, string>>;

export type KnownKeys = keyof typeof known;

/**
 * Shortcuts with a single character and no Ctrl or ⌘, which people who use dictation may need to change
 * (WCAG 2.1.4).
 */
export const remappable = (Object.keys(known) as KnownKeys[])
  .filter((keys) => !/^\$mod|^Arrow|^(Space|Enter|Escape|Shift\+F10|ContextMenu)$/.test(keys))
  // Without this, digits would come first.
  .toSorted((one, other) => Number(/\d/.test(one)) - Number(/\d/.test(other)));

/** The shortcut of a tab, by its index from 0. */
export const tabKeys = ["1", "2", "3", "4"] as const;
