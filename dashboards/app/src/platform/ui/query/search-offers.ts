import type { FieldSet } from "../../../../../../src/datapoints/query/field.ts";
import { lasting } from "../../../app/shell/browser-store.ts";

export interface Offer {
  readonly shown: string;
  readonly doc: string;
  readonly whole: string;
  /** A recent query; choosing it runs it again. */
  readonly isWhole?: true;
}

interface Typed {
  readonly text: string;
  readonly caret: number;
  readonly fields: FieldSet;
  /** Values of the field before the colon, if it isn't one of a fixed set. */
  readonly values: readonly string[];
  readonly recent: readonly string[];
}

/** Returns the suggestions at the caret: fields with the typed prefix, or values of the field before the colon. */
export function offersFor({ text, caret, fields, values, recent }: Typed): readonly Offer[] {
  const { before, minus, name, typed } = wordAt(text, caret);
  const after = text.slice(caret);
  if (typed === undefined) {
    if (name === "" && before.trim() !== "" && minus === "") return [];
    const recentOffers = text === "" ? recent : [];
    return [
      ...recentOffers.map((query) => ({ shown: query, doc: "searched before", whole: query, isWhole: true }) as const),
      ...fields
        .filter(({ key, aliases }) => [key, ...aliases].some((each) => each.startsWith(name.toLowerCase())))
        .slice(0, 9)
        .map(({ key, sub, doc }) => {
          const shown = sub ? `${key}.` : `${key}:`;
          return { shown, doc, whole: `${before}${minus}${shown}${after}` };
        }),
    ];
  }
  const field = fields.find(({ key, aliases }) => key === name || aliases.includes(name) || name.startsWith(`${key}.`));
  const known = Object.keys(field?.values ?? {});
  return (known.length > 0 ? known : values)
    .filter((value) => value.toLowerCase().startsWith(typed.toLowerCase()) && value !== typed)
    .slice(0, 12)
    .map((value) => ({
      shown: value,
      doc: field?.key ?? "",
      whole: `${before}${minus}${name}:${isPlain(value) ? value : JSON.stringify(value)} ${after}`.trimEnd(),
    }));
}

/** Returns the field whose value is being typed at the caret. */
export const fieldAt = (text: string, caret: number): string | undefined => {
  const { name, typed } = wordAt(text, caret);
  return typed === undefined ? undefined : name;
};

function wordAt(text: string, caret: number) {
  const word = /[^\s()]*$/.exec(text.slice(0, caret))?.[0] ?? "";
  const [, minus = "", name = "", typed] = /^([-!]?)([^:]*)(?::=?(.*))?$/.exec(word) ?? [];
  return { before: text.slice(0, caret - word.length), minus, name, typed };
}

const isPlain = (value: string) => /^[\p{L}\p{N}_.-]+$/u.test(value);

const maxStored = 6;

const keyOf = (of: string) => `gaffe.recent.${of}`;

/** Recent searches, newest first; stored by the browser, never sent. */
export const recentQueries = {
  of(list: string): readonly string[] {
    return (lasting.getItem(keyOf(list)) ?? "").split("\n").filter((query) => query !== "");
  },
  add(list: string, query: string): void {
    if (query === "") return;
    const others = recentQueries.of(list).filter((each) => each !== query);
    lasting.setItem(keyOf(list), [query, ...others].slice(0, maxStored).join("\n"));
  },
};
