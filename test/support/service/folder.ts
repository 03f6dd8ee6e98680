import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Creates a folder that is deleted when disposed. */
export function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "gaffe-test-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Returns a function that makes a new folder with these files inside a folder. */
export function foldersIn(parent: string) {
  return (files: Readonly<Record<string, string>> = {}): string => {
    const folder = mkdtempSync(join(parent, "work-"));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return folder;
  };
}
