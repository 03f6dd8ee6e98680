import { readFileSync } from "node:fs";

interface Block {
  /** Of the nearest heading above. */
  readonly heading: string;
  readonly language: string;
  readonly text: string;
}

/** The fenced blocks of a page of docs/ (`../README.md` is the first page of all), in their order. */
export function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(new URL(`../../../docs/${page}`, import.meta.url), "utf8");
  const found: Block[] = [];
  let heading = "";
  for (const [, title, language = "", block = ""] of text.matchAll(/^#+ (.+)$|^```(\w+)\n([^]*?)^```$/gm)) {
    if (title === undefined) found.push({ heading, language, text: block });
    else heading = title;
  }
  return found;
}
