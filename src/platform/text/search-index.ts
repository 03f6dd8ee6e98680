import MiniSearch from "minisearch";
import { stemmer } from "stemmer";

/** A text to find, with the words by which it is found. */
export interface Searchable<Item> {
  readonly item: Item;
  /** Counts more than the body. */
  readonly title: string;
  readonly body: string;
}

/**
 * Creates a full-text index of English texts in memory, in portions between which other work runs. `search` returns the items that have any word of the text, best
 * first (BM25); other forms of a word, beginnings of words and typing mistakes match.
 */
export async function createSearchIndex<Item>(entries: readonly Searchable<Item>[]) {
  const index = new MiniSearch<{ id: number; title: string; body: string }>({
    fields: ["title", "body"],
    processTerm: (term) => stemmer(term.toLowerCase()),
  });
  const documents = entries.map(({ title, body }, id) => ({ id, title: spaced(title), body }));
  await index.addAllAsync(documents, { chunkSize });
  return {
    search: (text: string): readonly Item[] =>
      index
        .search(text, {
          boost: { title: 3 },
          prefix: ({ length }) => length > 3,
          fuzzy: ({ length }) => length > 5 && 0.2,
        })
        .flatMap(({ id }) => entries[id as number]?.item ?? []),
  };
}

/** A few milliseconds of work. */
const chunkSize = 40;

/** `is_json` is found by "json". */
const spaced = (title: string) => `${title} ${title.replaceAll("_", " ")}`;
