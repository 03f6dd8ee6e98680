import type { JsonObject, JsonValue } from "../../platform/json/json.ts";
import { answerAtMost, howManyFit } from "./fit.ts";

/** How a tool's answer comes in pages. A caller sees one way only: `limit`, and the `cursor` of the page before. */
export type Paging =
  /** The route has pages of its own. */
  | { readonly kind: "cursor" }
  /** The route shows a window of a list. */
  | { readonly kind: "window"; readonly items: string; readonly total: string }
  /** The route shows a stretch of a text. */
  | { readonly kind: "stretch"; readonly characters: number; readonly next: string }
  /** The route shows all at once: it is cut here. */
  | { readonly kind: "slice"; readonly items: string };

interface Asked {
  readonly limit: number;
  readonly cursor: string | undefined;
}

interface Page {
  readonly answer: JsonObject;
  readonly cursor?: string;
}

/** Asks the route with the given query, and gives what it answered. */
type Ask = (query: JsonObject) => Promise<JsonObject>;

/** One page that fits into an answer. */
export async function pageOf(paging: Paging, { limit, cursor }: Asked, ask: Ask): Promise<Page> {
  switch (paging.kind) {
    case "cursor":
      return ofRoute({ limit, cursor }, ask);
    case "window": {
      const offset = placeOf(cursor);
      const { [paging.total]: total = 0, ...answer } = await ask({ offset, limit });
      const shown = cut(answer, paging.items, 0, limit);
      return {
        ...shown,
        answer: { ...shown.answer, [paging.total]: total },
        ...next(offset, shown.count, Number(total)),
      };
    }
    case "stretch": {
      const answer = await ask({ offset: placeOf(cursor), limit: paging.characters });
      const at = answer[paging.next];
      return { answer, ...(typeof at === "number" ? { cursor: `${at}` } : {}) };
    }
    case "slice": {
      const from = placeOf(cursor);
      const { count, total, answer } = cut(await ask({}), paging.items, from, limit);
      return { answer, ...next(from, count, total) };
    }
    default:
      return paging satisfies never;
  }
}

/** What is too much for one answer is asked for again in a smaller page, so that the route's cursor is right. */
async function ofRoute({ limit, cursor }: Asked, ask: Ask): Promise<Page> {
  const { nextCursor, ...answer } = await ask({ limit, ...(cursor === undefined ? {} : { cursor }) });
  const size = JSON.stringify(answer).length;
  if (size > answerAtMost && limit > 1) {
    const smaller = Math.floor((limit * answerAtMost) / size / 1.2);
    return ofRoute({ limit: Math.max(1, Math.min(smaller, limit - 1)), cursor }, ask);
  }
  return { answer, ...(typeof nextCursor === "string" ? { cursor: nextCursor } : {}) };
}

function cut(answer: JsonObject, key: string, from: number, limit: number) {
  const items = listAt(answer, key);
  const window = items.slice(from, from + limit);
  const count = howManyFit(window);
  return { count, total: items.length, answer: { ...answer, [key]: window.slice(0, count) } };
}

const next = (from: number, count: number, total: number) =>
  count > 0 && from + count < total ? { cursor: `${from + count}` } : {};
const listAt = (answer: JsonObject, key: string): readonly JsonValue[] => {
  const list = answer[key];
  return Array.isArray(list) ? (list as readonly JsonValue[]) : [];
};

/** A cursor that is none of ours begins anew. */
const placeOf = (cursor: string | undefined): number => (/^\d{1,12}$/.test(cursor ?? "") ? Number(cursor) : 0);
