import { mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { ran } from "../service/command.ts";

const root = resolve(import.meta.dirname, "../../..");

/** Installs the built TypeScript SDK, so that programs next to the folder find it by its name. */
export async function buildSdk(nodeModules: string): Promise<void> {
  const target = join(nodeModules, "@gaffe", "sdk");
  mkdirSync(target, { recursive: true });
  const { status, stdout } = await ran("npx", ["tsc", "-p", "sdk/typescript", "--outDir", join(target, "dist")], {
    cwd: root,
  });
  if (status !== 0) throw new Error(stdout);
  symlinkSync(join(root, "sdk/typescript/package.json"), join(target, "package.json"));
}
