import { mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { ran } from "../service/command.ts";

const root = resolve(import.meta.dirname, "../../..");

/** The TypeScript SDK as installed: built, and found by programs beside the folder by its name. */
export async function buildSdk(nodeModules: string): Promise<void> {
  const place = join(nodeModules, "@gaffe", "sdk");
  mkdirSync(place, { recursive: true });
  const { status, stdout } = await ran("npx", ["tsc", "-p", "sdk/typescript", "--outDir", join(place, "dist")], {
    cwd: root,
  });
  if (status !== 0) throw new Error(stdout);
  symlinkSync(join(root, "sdk/typescript/package.json"), join(place, "package.json"));
}
