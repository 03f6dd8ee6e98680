import type { FieldSet } from "../../../../../../src/datapoints/query/fields.ts";

export interface Offer {
  readonly shown: string;
  readonly doc: string;
  /** The query as it would then be. */
  readonly whole: string;
  /** A query that was asked before: taking it asks it again. */
  readonly isWhole?: true;
}

interface Typed {
  readonly text: string;
  readonly caret: number;
  readonly fields: FieldSet;
  /** Values that the field before the colon has, where it is none of few. */
  readonly values: readonly string[];
  /** Queries that were asked before. */
  readonly recent: readonly string[];
}

/** What can stand where the caret is: fields whose name begins so, or the values of the field before the colon. */
export function offersFor({ text, caret, fields, values, recent }: Typed): readonly Offer[] {
  const { before, minus, name, typed } = wordAt(text, caret);
  const after = text.slice(caret);
  if (typed === undefined) {
    if (name === "" && before.trim() !== "" && minus === "") return [];
    const asked = text === "" ? recent : [];
    return [
      ...asked.map((query) => ({ shown: query, doc: "searched before", whole: query, isWhole: true }) as const),
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

/** The field whose value is typed at the caret. */
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
