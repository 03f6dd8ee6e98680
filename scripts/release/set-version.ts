/** Writes the version of package.json into all packages: npm run release:version -- 0.2.0 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { read, root, version, versioned } from "./packages.ts";

const next = process.argv[2] ?? version();
if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(next)) throw new Error(`${next} isn't a version such as 1.2.3`);
const [first] = versioned;
for (const { file, pattern } of [{ file: "package.json", pattern: first.pattern }, ...versioned])
  writeFileSync(join(root, file), read(file).replace(pattern, next));

interface Lock {
  version: string;
  packages: Record<string, { version?: string }>;
}
const lock = JSON.parse(read("package-lock.json")) as Lock;
lock.version = next;
const folders = versioned.map(({ file }) => file.replace(/\/?[^/]+$/, ""));
for (const folder of ["", ...folders]) {
  const entry = lock.packages[folder];
  if (entry) entry.version = next;
}
writeFileSync(join(root, "package-lock.json"), `${JSON.stringify(lock, null, 2)}\n`);
