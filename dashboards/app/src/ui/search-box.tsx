import { useEffect, useId, useRef, useState } from "react";
import type { FieldSet } from "../../../../src/domain/query/fields.ts";
import { useShortcuts } from "../keys/keys.tsx";
import { CopyButton } from "./copy-button.tsx";
import { Icon } from "./icon.tsx";
import { type Diagnostic, useQueryLanguage } from "./query-language.ts";

interface Props {
  readonly value: string;
  readonly fields: "datapoints" | "issues" | "conditions";
  readonly label: string;
  readonly placeholder: string;
  /** Enter, and the cross. Typing asks nothing. */
  readonly onCommit: (text: string) => void;
  /** Told at every stroke, for a form. */
  readonly onType?: (text: string) => void;
  readonly onProblems?: (problems: readonly Diagnostic[]) => void;
  readonly id?: string;
}

const pasteAtMost = 4000;

/** The query language's input: completes names of fields and their values, and tells mistakes while typing. */
export function SearchBox({ value, fields, label, placeholder, onCommit, onType, onProblems, id }: Props) {
  const [text, setText] = useState(value);
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const language = useQueryLanguage(fields);
  const problems = language?.problemsOf(text);
  const offers = open && language ? offersFor(text, input.current?.selectionStart ?? text.length, language.fields) : [];

  useEffect(() => setText(value), [value]);
  const told = JSON.stringify(problems ?? []);
  useEffect(() => onProblems?.(JSON.parse(told) as Diagnostic[]), [told, onProblems]);
  useShortcuts("Search", onType ? [] : [{ keys: "/", does: "Search", run: () => input.current?.focus() }]);

  function change(next: string) {
    const flat = next.replace(/\s*\n\s*/g, " ").slice(0, pasteAtMost);
    setText(flat);
    setChosen(-1);
    onType?.(flat);
  }
  function take(offer: Offer) {
    change(offer.whole);
    setOpen(offer.whole.endsWith(":"));
    input.current?.focus();
  }
  function press(event: React.KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      setChosen((at) => Math.max(-1, Math.min(offers.length - 1, at + (event.key === "ArrowDown" ? 1 : -1))));
    } else if (event.key === "Escape") {
      if (open && offers.length > 0) setOpen(false);
      else input.current?.blur();
    } else if (event.key === "Enter") {
      const offer = offers[chosen];
      event.preventDefault();
      if (offer) return take(offer);
      setOpen(false);
      onCommit(text.trim());
    }
  }

  return (
    <div className="search">
      <div className="box">
        <Icon name="search" />
        <input
          ref={input}
          id={id}
          role="combobox"
          aria-label={label}
          aria-expanded={offers.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-invalid={problems !== undefined && problems.length > 0}
          {...(chosen >= 0 ? { "aria-activedescendant": `${list}-${chosen}` } : {})}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          onChange={({ target }) => {
            change(target.value);
            setOpen(true);
          }}
          onKeyDown={press}
          onBlur={() => setOpen(false)}
        />
        {text !== "" && <CopyButton compact label="Copy query" text={text} />}
        {text !== "" && (
          <button
            type="button"
            className="quiet icon"
            aria-label="Clear"
            onClick={() => {
              change("");
              onCommit("");
            }}
          >
            <Icon name="close" />
          </button>
        )}
        {text === "" && !onType && <kbd aria-hidden="true">/</kbd>}
      </div>
      {offers.length > 0 && (
        <ul id={list} role="listbox" aria-label="Suggestions">
          {offers.map((offer, index) => (
            // The input keeps the focus and the keys; the pointer alone reaches these.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the box takes the keys, this option only clicks
            <li
              key={offer.shown}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === chosen}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(offer)}
            >
              <code>{offer.shown}</code>
              <span className="muted">{offer.doc}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Mistakes of a query with their columns, below the box. */
export function Diagnostics({ problems }: { problems: readonly Diagnostic[] }) {
  if (problems.length === 0) return null;
  return (
    <div className="diagnostics" role="status">
      {problems.slice(0, 3).map(({ column, message, hint }) => (
        <span key={`${column} ${message}`}>
          <code>column {column}</code> {message}
          {hint && <span className="muted"> – {hint}</span>}
        </span>
      ))}
    </div>
  );
}

interface Offer {
  readonly shown: string;
  readonly doc: string;
  /** The query as it would then be. */
  readonly whole: string;
}

/** What can stand where the caret is: fields whose name begins so, or the values of the field before the colon. */
function offersFor(text: string, caret: number, fields: FieldSet): readonly Offer[] {
  const word = /[^\s()]*$/.exec(text.slice(0, caret))?.[0] ?? "";
  const before = text.slice(0, caret - word.length);
  const [, minus = "", name = "", typed] = /^([-!]?)([^:]*)(?::=?(.*))?$/.exec(word) ?? [];
  const after = text.slice(caret);
  if (typed === undefined) {
    if (name === "" && before.trim() !== "" && minus === "") return [];
    return fields
      .filter(({ key, aliases }) => [key, ...aliases].some((each) => each.startsWith(name.toLowerCase())))
      .slice(0, 9)
      .map(({ key, sub, doc }) => {
        const shown = sub ? `${key}.` : `${key}:`;
        return { shown, doc, whole: `${before}${minus}${shown}${after}` };
      });
  }
  const field = fields.find(({ key, aliases }) => key === name || aliases.includes(name) || name.startsWith(`${key}.`));
  return Object.keys(field?.values ?? {})
    .filter((value) => value.startsWith(typed.toLowerCase()) && value !== typed)
    .slice(0, 12)
    .map((value) => ({
      shown: value,
      doc: field?.key ?? "",
      whole: `${before}${minus}${name}:${value} ${after}`.trimEnd(),
    }));
}
