import { keptRecord } from "../../app/shell/kept-record.ts";
import { type KnownKeys, known } from "./known.ts";

/** Keys that a person chose, by the usual ones. */
export type Remap = Readonly<Record<string, string>>;

export const remap = keptRecord("gaffe.keys", (value): value is string => typeof value === "string");

/** What is pressed for what these keys usually do. */
export const pressedFor = (keys: KnownKeys, chosen: Remap): string => chosen[keys] ?? keys;

type Press = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** A press as tinykeys writes it; undefined for what no shortcut can be. With Alt many keys give another character: there the place of the key counts. */
export function keyOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Press): string | undefined {
  const name = altKey ? code : key;
  const isKey = altKey ? /^(Key[A-Z]|Digit\d)$/.test(code) : /^(F\d\d?|[^\s+()])$/u.test(key);
  if (!isKey) return undefined;
  const modifiers = [ctrlKey || metaKey ? "$mod" : "", altKey ? "Alt" : "", shiftKey ? "Shift" : ""].filter(Boolean);
  return [...modifiers, name].join("+");
}

/** Why these keys cannot stand for the usual ones; undefined where they can. */
export function clashOf(wanted: string, of: KnownKeys, chosen: Remap): string | undefined {
  for (const other of Object.keys(known) as KnownKeys[]) {
    const pressed = pressedFor(other, chosen);
    if (other === of) continue;
    if (pressed === wanted) return `is taken: ${known[other]}`;
    if (pressed.startsWith(`${wanted} `)) return `begins other keys: ${known[other]}`;
    if (wanted.startsWith(`${pressed} `)) return `begins with other keys: ${known[other]}`;
  }
  return undefined;
}
