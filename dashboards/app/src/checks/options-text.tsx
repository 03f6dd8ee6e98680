import { useState } from "react";
import type { Check, NewMonitor } from "../api/types.ts";

type Options = NonNullable<NewMonitor["checks"][number]["options"]>;

interface OptionsProps {
  readonly check: string;
  /** Of the check, where several stand together. */
  readonly title?: string;
  readonly schema: Check["optionsSchema"] | undefined;
  readonly options: Options;
  readonly onChange: (options: Options) => void;
}

/** Options as JSON, where the check has any; what the check refuses is told on saving, by its field. */
export function OptionsText({ check, title, schema, options, onChange }: OptionsProps) {
  const [text, setText] = useState(JSON.stringify(options));
  const names = Object.keys(schema?.["properties"] ?? {});
  if (names.length === 0) return null;
  const isJson = parsed(text) !== undefined;
  return (
    <p>
      <label htmlFor={`options-${check}`}>
        {title === undefined ? "Options" : `Options of ${title}`} ({names.join(", ")})
      </label>
      <input
        id={`options-${check}`}
        className="mono"
        spellCheck={false}
        aria-invalid={!isJson}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          const next = parsed(target.value);
          if (next) onChange(next);
        }}
      />
      {!isJson && <span className="mistake">This is not a JSON object.</span>}
    </p>
  );
}

function parsed(text: string): Options | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Options) : undefined;
  } catch {
    return undefined;
  }
}
