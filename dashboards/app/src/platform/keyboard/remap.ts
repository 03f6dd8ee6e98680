import { storedRecord } from "../../app/shell/stored-record.ts";
import { type KnownKeys, known } from "./known.ts";

export type Remap = Readonly<Record<string, string>>;

export const remap = storedRecord("gaffe.keys", (value): value is string => typeof value === "string");

export const pressedFor = (keys: KnownKeys, chosen: Remap): string => chosen[keys] ?? keys;

type Press = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** Returns a key press in tinykeys syntax. Alt often changes the character, so the physical key counts then. */
export function keyOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Press): string | undefined {
  const name = altKey ? code : key;
  const isKey = altKey ? /^(Key[A-Z]|Digit\d)$/.test(code) : /^(F\d\d?|[^\s+()])$/u.test(key);
  if (!isKey) return undefined;
  const modifiers = [ctrlKey || metaKey ? "$mod" : "", altKey ? "Alt" : "", shiftKey ? "Shift" : ""].filter(Boolean);
  return [...modifiers, name].join("+");
}

/** Returns why a shortcut cannot replace the default one; undefined if it can. */
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
