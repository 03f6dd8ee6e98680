import { readFileSync } from "node:fs";

interface Block {
  readonly heading: string;
  readonly language: string;
  readonly text: string;
}

/** Returns the fenced blocks of a page of docs/ (`../README.md` is the first page), in order. */
export function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(new URL(`../../../docs/${page}`, import.meta.url), "utf8");
  const found: Block[] = [];
  let heading = "";
  for (const [, title, language = "", block = ""] of text.matchAll(/^#+ (.+)$|^```(\w+)(?: [^\n]*)?\n([^]*?)^```$/gm)) {
    if (title === undefined) found.push({ heading, language, text: block });
    else heading = title;
  }
  return found;
}
