import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { facets } from "../../../datapoints/list/facet-fields.ts";
import { facetQuery } from "../../api/queries.ts";
import { Keys, useShortcuts } from "../../keyboard/keys.tsx";
import { IconButton } from "../button.tsx";
import { CopyButton } from "../copy-button.tsx";
import { Icon } from "../icon.tsx";
import { useTitle } from "../page.tsx";
import { type Diagnostic, type QueryHighlight, useQueryLanguage } from "./query-language.ts";
import { fieldAt, type Offer, offersFor, recentQueries } from "./search-offers.ts";

interface Props {
  readonly value: string;
  readonly fields: "datapoints" | "issues" | "conditions";
  readonly label: string;
  readonly placeholder: string;
  /** Called on Enter and on clearing; typing alone does not search. */
  readonly onCommit: (text: string) => void;
  /** Called on every change, for forms. */
  readonly onType?: (text: string) => void;
  readonly onProblems?: (problems: readonly Diagnostic[]) => void;
  readonly id?: string;
}

const pasteAtMost = 4000;

/** The input of the query language: suggests fields and values, and reports mistakes while typing. */
export function SearchBox({ value, fields, label, placeholder, onCommit, onType, onProblems, id }: Props) {
  const [text, setText] = useState(value);
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const [left, setLeft] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const language = useQueryLanguage(fields, text);
  const problems = language?.problemsOf(text);
  const caret = input.current?.selectionStart ?? text.length;
  const values = useValues(open && fields !== "issues" ? fieldAt(text, caret) : undefined);
  const recent = fields === "conditions" ? [] : recentQueries.of(fields);
  const offers = open && language ? offersFor({ text, caret, fields: language.fields, values, recent }) : [];

  useEffect(() => setText(value), [value]);
  const reported = JSON.stringify(problems ?? []);
  useEffect(() => onProblems?.(JSON.parse(reported) as Diagnostic[]), [reported, onProblems]);
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
    if (offer.isWhole) commit(offer.whole);
  }
  function commit(query: string) {
    setOpen(false);
    if (fields !== "conditions") recentQueries.add(fields, query);
    onCommit(query);
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
      commit(text.trim());
    }
  }

  return (
    <div className="search">
      <div className="box">
        <Icon name="search" />
        <span className="typed">
          {language && <QueryHighlights highlights={language.highlightsOf(text)} text={text} left={left} />}
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
            onScroll={({ currentTarget }) => setLeft(currentTarget.scrollLeft)}
            onBlur={() => setOpen(false)}
          />
        </span>
        {text !== "" && <CopyButton compact label="Copy query" text={text} />}
        {text !== "" && (
          <IconButton
            icon="close"
            label="Clear"
            onClick={() => {
              change("");
              onCommit("");
            }}
          />
        )}
        {text === "" && !onType && (
          <span aria-hidden="true">
            <Keys keys="/" />
          </span>
        )}
      </div>
      {offers.length > 0 && (
        <ul id={list} role="listbox" aria-label="Suggestions">
          {offers.map((offer, index) => (
            // The input keeps the focus and handles the keys; only the pointer reaches these options.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the box takes the keys, this option only clicks
            <li
              key={`${offer.doc} ${offer.shown}`}
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

/** Suggests frequent values of the typed field. Optional, so nothing waits for it and errors are ignored. */
function useValues(field: string | undefined): readonly string[] {
  const known = facets.find(([name]) => name === field)?.[0];
  const { data } = useQuery({
    ...facetQuery({ field: known ?? "model", q: "", range: "24h" }),
    staleTime: 3_600_000,
    enabled: known !== undefined,
  });
  return known === undefined ? [] : (data?.values ?? []).map(({ value }) => value);
}

interface QueryBarProps extends Pick<Props, "fields" | "label" | "placeholder"> {
  readonly title: string;
  readonly q: string;
  readonly problems: readonly Diagnostic[];
  readonly onProblems: (problems: readonly Diagnostic[]) => void;
  readonly onChange: (search: { readonly q: string }) => void;
  /** More controls of what the page shows. */
  readonly children?: ReactNode;
}

/** The bar of a page whose content a query selects, with the mistakes of the query below. */
export function QueryBar({ title, q, problems, onChange, children, ...box }: QueryBarProps) {
  useTitle(title);
  return (
    <>
      <div className="bar">
        <h1>{title}</h1>
        <SearchBox {...box} value={q} onCommit={(text) => onChange({ q: text })} />
        {children}
      </div>
      <Diagnostics problems={problems} />
    </>
  );
}

interface QueryHighlightsProps {
  readonly text: string;
  readonly highlights: readonly QueryHighlight[];
  readonly left: number;
}

/** Backgrounds for the parts of a query. The input above it holds the text, the caret and the selection. */
function QueryHighlights({ text, highlights, left }: QueryHighlightsProps) {
  const pieces = [];
  let at = 0;
  for (const { start, end, kind } of highlights) {
    pieces.push(
      text.slice(at, start),
      <span key={start} className={kind}>
        {text.slice(start, end)}
      </span>,
    );
    at = end;
  }
  return (
    <span className="query-marks" aria-hidden="true">
      <span style={{ transform: `translateX(${-left}px)` }}>
        {pieces}
        {text.slice(at)}
      </span>
    </span>
  );
}
