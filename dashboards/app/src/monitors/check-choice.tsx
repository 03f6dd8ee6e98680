import { useState } from "react";
import { OptionFields } from "../checks/option-fields.tsx";
import type { Check, NewMonitor } from "../platform/api/types.ts";
import { sentence } from "../platform/ui/format.tsx";
import { Select } from "../platform/ui/forms/field.tsx";
import { Wrong } from "../platform/ui/page.tsx";
import { Prose } from "../platform/ui/prose.tsx";

type Chosen = NewMonitor["checks"];

interface Props {
  /** Undefined while it is loading or after this error. */
  readonly library: readonly Check[] | undefined;
  readonly error: Error | null;
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
}

const severities = ["critical", "major", "minor"] as const;
const offered = 6;
const shownAtMost = 12;

export function CheckChoice({ library, error, chosen, onChange }: Props) {
  const [search, setSearch] = useState("");
  const words = search.toLowerCase().split(/\s+/);
  const isComing = !library && !error;
  const names = new Set(chosen.map(({ check }) => check));
  const found = (library ?? []).filter(
    ({ name, title, category }) =>
      !names.has(name) && words.every((word) => `${name} ${title} ${category}`.toLowerCase().includes(word)),
  );
  const byName = new Map(library?.map((check) => [check.name, check]));
  return (
    <>
      <div className="field">
        <span className="label">
          Checks <span className="muted num">{chosen.length}</span>
        </span>
        {chosen.map(({ check, options, severity }) => {
          const known = byName.get(check);
          return (
            <div className="choice" key={check}>
              <input
                type="checkbox"
                id={`check-${check}`}
                checked
                onChange={() => onChange(chosen.filter((each) => each.check !== check))}
              />
              <label htmlFor={`check-${check}`}>
                <b>{known?.title ?? check}</b> <code className="muted">{check}</code>
              </label>
              <Select
                aria-label={`Severity of ${known?.title ?? check}`}
                value={severity ?? known?.severity ?? "major"}
                onChange={(value) =>
                  onChange(chosen.map((each) => (each.check === check ? { check, options, severity: value } : each)))
                }
                options={severities.map((each) => [each, sentence(each)] as const)}
              />
              <OptionFields
                check={check}
                schema={known?.optionsSchema}
                options={options ?? {}}
                onChange={(next) =>
                  onChange(chosen.map((each) => (each.check === check ? { ...each, options: next } : each)))
                }
              />
            </div>
          );
        })}
      </div>
      <div className="field">
        <label htmlFor="find-check">Add a check</label>
        <input
          id="find-check"
          type="search"
          placeholder="refusal, JSON, personal data, latency …"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      <div aria-busy={isComing}>
        {isComing && <Expected />}
        {found.slice(0, search === "" ? offered : shownAtMost).map(({ name, title, description, severity }) => (
          <div className="choice" key={name}>
            <input
              type="checkbox"
              id={`check-${name}`}
              checked={false}
              onChange={() => onChange([...chosen, { check: name, options: {}, severity }])}
            />
            <label htmlFor={`check-${name}`}>
              <b>{title}</b> <code className="muted">{name}</code>
            </label>
            <span className="muted small">{severity}</span>
            <p>
              <Prose text={description} />
            </p>
          </div>
        ))}
        {found.length > shownAtMost && <p className="muted small">{found.length} match: type more of the name.</p>}
        {error && <Wrong error={error} />}
        {library && found.length === 0 && <p className="muted small">No other check matches.</p>}
      </div>
    </>
  );
}

/** Placeholder rows, as many and as high as the options. */
function Expected() {
  return Array.from({ length: offered }, (_, line) => (
    // oxlint-disable-next-line react/no-array-index-key -- the lines are all alike and never move
    <div key={line} className="choice">
      <span />
      <div className="skeleton pulse" style={{ width: "60%" }} />
      <p>
        <br />
      </p>
    </div>
  ));
}
