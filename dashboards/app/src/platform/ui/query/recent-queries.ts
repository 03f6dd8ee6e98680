import { lasting } from "../../../app/shell/browser-store.ts";

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
