/** Replacements that turn a module of the asynchronous client into one that blocks. Order matters. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/\basync (def|with|for) /g, "$1 "],
  [/ async for /g, " for "],
  [/\(await ([\w.]+\([^()]*\))\)\./g, "$1."],
  [/\bawait /g, ""],
  [/\b__a(enter|exit)__\b/g, "__$1__"],
  [/\baclose\b/g, "close"],
  [/\bimport asyncio\b/g, "import time"],
  [/\basyncio\.sleep\b/g, "time.sleep"],
  // AsyncGaffe, AsyncTransport, httpx.AsyncClient, AsyncIterator.
  [/\bAsync([A-Z])/g, "$1"],
  [/\bgaffe_sdk\._async\b/g, "gaffe_sdk._sync"],
  [/\bgaffe_sdk\.attempts\b/g, "gaffe_sdk.blocking_attempts"],
];

/** Returns the blocking variant of a module of `gaffe_sdk/_async`. */
export function blockingModule(name: string, text: string): string {
  const [title = "", ...rest] = text.split("\n\n");
  const note = `${title.slice(0, -3)}\n\nWritten by \`npm run sdk:types\` from _async/${name}: do not edit.\n"""`;
  const body = title.endsWith('"""') ? [note, ...rest] : [title, ...rest];
  const written = replacements.reduce((changed, [pattern, by]) => changed.replaceAll(pattern, by), body.join("\n\n"));
  return sortedImports(written);
}

/** Sorts the statements of each block of imports, whose modules have other names now. */
function sortedImports(text: string): string {
  return text.replaceAll(/(?:^(?:from|import) (?:[^\n(]*|[^\n(]*\([^)]*\))\n)+/gm, (block) =>
    (block.match(/^(?:from|import) (?:[^\n(]*\([^)]*\)|[^\n(]*)\n/gm) ?? []).toSorted(byModule).join(""),
  );
}

/** Plain imports come first; then modules in the order of their names. */
function byModule(one: string, other: string): number {
  const [a, b] = [one, other].map((each) => `${each.startsWith("import") ? 0 : 1}${each.split(" ")[1]}`);
  return (a ?? "") < (b ?? "") ? -1 : 1;
}
