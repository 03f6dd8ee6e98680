import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

const Names = z.record(z.string(), z.string()).default({});
const Lock = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({ dependencies: Names, optionalDependencies: Names, peerDependencies: Names }),
  ),
});

/**
 * Returns folders of the packages that `npm ci --omit=dev --workspaces=false` installs, read from the lock
 * file.
 */
function productionPackages(root: string): readonly string[] {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
  const found = new Set<string>();
  const rest = [""];
  for (let path = rest.pop(); path !== undefined; path = rest.pop()) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const location = locationOf(name, path, packages);
      if (location === undefined || found.has(location)) continue;
      found.add(location);
      rest.push(location);
    }
  }
  return [...found].sort();
}

/** Returns the path at which Node resolves a package for another one. */
function locationOf(name: string, from: string, packages: Readonly<Record<string, unknown>>): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const location = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (packages[location] !== undefined) return location;
    if (folder === "") return undefined;
  }
}

/** Copies the packages, by links where the file system allows it; omits those of other platforms. */
export function layOutPackages(root: string, to: string): void {
  for (const location of productionPackages(root)) {
    const from = join(root, location);
    if (!existsSync(from)) continue;
    for (const name of readdirSync(from, { recursive: true, encoding: "utf8" })) {
      // Packages inside of a package are in the list themselves.
      if (name.split("/").includes("node_modules") || !statSync(join(from, name)).isFile()) continue;
      const target = join(to, location, name);
      mkdirSync(dirname(target), { recursive: true });
      try {
        linkSync(join(from, name), target);
      } catch {
        copyFileSync(join(from, name), target);
      }
    }
  }
}
