import { unreachable } from "../../platform/http/unreachable.ts";
import type { JsonObject, JsonValue } from "../../platform/json/json.ts";
import { answerAtMost, howManyFit } from "./fit.ts";

/** How a tool's response is paged. Callers always use `limit`, and the `cursor` of the previous page. */
export type Paging =
  /** The route has pages. */
  | { readonly kind: "cursor" }
  /** The route returns a window of a list. */
  | { readonly kind: "window"; readonly items: string; readonly total: string }
  /** The route returns part of a text. */
  | { readonly kind: "stretch"; readonly characters: number; readonly next: string }
  /** The route returns everything; the tool cuts it. */
  | { readonly kind: "slice"; readonly items: string };

interface PageRequest {
  readonly limit: number;
  readonly cursor: string | undefined;
}

interface Page {
  readonly answer: JsonObject;
  readonly cursor?: string;
}

/** Calls the route with the given query and returns its response. */
type CallRoute = (query: JsonObject) => Promise<JsonObject>;

/** Returns one page that fits into a response. */
export async function pageOf(paging: Paging, { limit, cursor }: PageRequest, callRoute: CallRoute): Promise<Page> {
  switch (paging.kind) {
    case "cursor":
      return ofRoute({ limit, cursor }, callRoute);
    case "window": {
      const offset = offsetOf(cursor);
      const { [paging.total]: total = 0, ...answer } = await callRoute({ offset, limit });
      const shown = cut(answer, paging.items, 0, limit);
      return {
        ...shown,
        answer: { ...shown.answer, [paging.total]: total },
        ...next(offset, shown.count, Number(total)),
      };
    }
    case "stretch": {
      const answer = await callRoute({ offset: offsetOf(cursor), limit: paging.characters });
      const at = answer[paging.next];
      return { answer, ...(typeof at === "number" ? { cursor: `${at}` } : {}) };
    }
    case "slice": {
      const from = offsetOf(cursor);
      const { count, total, answer } = cut(await callRoute({}), paging.items, from, limit);
      return { answer, ...next(from, count, total) };
    }
    default:
      return unreachable(paging);
  }
}

/** Requests a smaller page when a response is too large, so that the route's cursor stays correct. */
async function ofRoute({ limit, cursor }: PageRequest, callRoute: CallRoute): Promise<Page> {
  const { nextCursor, ...answer } = await callRoute({ limit, ...(cursor === undefined ? {} : { cursor }) });
  const size = JSON.stringify(answer).length;
  if (size > answerAtMost && limit > 1) {
    const smaller = Math.floor((limit * answerAtMost) / size / 1.2);
    return ofRoute({ limit: Math.max(1, Math.min(smaller, limit - 1)), cursor }, callRoute);
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

/** Starts at the beginning for an unknown cursor. */
const offsetOf = (cursor: string | undefined): number => (/^\d{1,12}$/.test(cursor ?? "") ? Number(cursor) : 0);
