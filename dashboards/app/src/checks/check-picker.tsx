import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { checksQuery } from "../platform/api/queries.ts";
import { Button } from "../platform/ui/button.tsx";
import { Wrong } from "../platform/ui/page.tsx";
import { OptionFields } from "./option-fields.tsx";

interface Props {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** Options by check; absent where options cannot be set. */
  readonly options?: Readonly<Record<string, Options>>;
  readonly onOptions?: (check: string, options: Options) => void;
}

type Options = Readonly<Record<string, unknown>>;

const shownAtMost = 8;

export function CheckPicker({ chosen, onChange, options = {}, onOptions }: Props) {
  const { data, error } = useQuery(checksQuery);
  const library = data?.items ?? [];
  const [search, setSearch] = useState("");
  const words = search.toLowerCase().split(/\s+/);
  const found = library.filter(
    ({ name, title, category }) =>
      !chosen.includes(name) && words.every((word) => `${name} ${title} ${category}`.toLowerCase().includes(word)),
  );
  const titleOf = (name: string) => library.find((one) => one.name === name)?.title ?? name;
  return (
    <fieldset className="bare stack">
      <legend>
        Checks <span className="muted num">{chosen.length}</span>
      </legend>
      {chosen.length > 0 && (
        <ul className="line" aria-label="Chosen checks">
          {chosen.map((name) => (
            <li key={name} className="chip info">
              <span>{titleOf(name)}</span>
              <Button
                text="✕"
                className="quiet icon"
                aria-label={`Without ${titleOf(name)}`}
                onClick={() => onChange(chosen.filter((one) => one !== name))}
              />
            </li>
          ))}
        </ul>
      )}
      {onOptions &&
        chosen.map((name) => (
          <OptionFields
            key={name}
            check={name}
            title={titleOf(name)}
            schema={library.find((one) => one.name === name)?.optionsSchema}
            options={options[name] ?? {}}
            onChange={(next) => onOptions(name, next)}
          />
        ))}
      <input
        type="search"
        aria-label="Find a check"
        placeholder="Find a check: refusal, JSON, personal data …"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <div className="picker">
        {found.slice(0, shownAtMost).map(({ name, title }) => (
          <button key={name} type="button" className="option" onClick={() => onChange([...chosen, name])}>
            <b>{title}</b> <code className="muted">{name}</code>
          </button>
        ))}
        {error && <Wrong error={error} />}
        {!data && !error && (
          <p className="muted small" aria-busy="true">
            Loading the library …
          </p>
        )}
        {found.length > shownAtMost && <p className="muted small">{found.length} match: type more of the name.</p>}
        {data && found.length === 0 && <p className="muted small">No other check matches.</p>}
      </div>
    </fieldset>
  );
}
