import { useState } from "react";
import { bytesText } from "../ui/format.ts";

const shownCharacters = 8000;

/** Any value as indented JSON; a large one from its beginning, the rest on request. */
export function JsonView({ value }: { value: unknown }) {
  const text = typeof value === "string" ? unwrapped(value) : (JSON.stringify(value, undefined, 2) ?? "–");
  const [all, setAll] = useState(text.length <= shownCharacters);
  return (
    <div>
      <pre>{all ? text : text.slice(0, shownCharacters)}</pre>
      {!all && (
        <button type="button" className="link" onClick={() => setAll(true)}>
          Show all {bytesText(text.length)}
        </button>
      )}
    </div>
  );
}

const parsedCharacters = 300_000;

/** The value a text is the JSON of; undefined where it is none, or too long to be read at once. */
export function parsedJson(text: string): unknown {
  if (text.length > parsedCharacters) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Arguments and results are often JSON inside of a string. */
function unwrapped(text: string): string {
  const value = /^\s*[[{]/.test(text) ? parsedJson(text) : undefined;
  return value === undefined ? text : JSON.stringify(value, undefined, 2);
}
